"""The caller: a Pipecat pipeline of ears, brain and voice on the caller's end of the line."""
