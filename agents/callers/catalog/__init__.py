"""The callers that come with callbench, one file each."""
