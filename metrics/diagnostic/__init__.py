"""Where does it come from? Reported beside the scores, and in no composite."""
