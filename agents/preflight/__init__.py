"""One cheap request to each vendor before a run is paid for: will it serve?"""
