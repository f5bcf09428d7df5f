"""What is asked of an agent: scenarios, worlds, tools and spoken forms."""
