"""Who is tested: agent files, their registry, services, and the embedded stack."""
