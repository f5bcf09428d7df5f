"""Was the call pleasant to be in?"""
