"""Human resources of a hospital: tools, rules and our own scenarios."""
