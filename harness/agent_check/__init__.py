"""A conformance call: does an agent do what every agent on the telephone must, whatever it is good for?"""
