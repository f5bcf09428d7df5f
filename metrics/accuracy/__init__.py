"""Was the right thing done?"""
