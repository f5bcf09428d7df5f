"""The workflows of the airline pack, one module each."""
