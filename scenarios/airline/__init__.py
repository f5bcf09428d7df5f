"""The airline domain: changing, cancelling and repairing flight bookings over the telephone."""
