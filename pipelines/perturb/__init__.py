"""What is done to the caller's side of a call: accent, manners, noise and telephone channel."""
