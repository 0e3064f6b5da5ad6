"""Sign-in: limits of wrong passwords, and second factors."""
