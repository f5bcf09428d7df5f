"""Who phones: callers as files, and the services that play them."""
