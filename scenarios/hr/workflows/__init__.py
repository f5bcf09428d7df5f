"""The workflows of the hr pack, one module each: who calls, and which requests the call is put together from."""
