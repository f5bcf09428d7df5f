"""The tools of an agent at an IT service desk. Importing this package registers them."""
