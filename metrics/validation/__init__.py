"""Does the call count at all?"""
