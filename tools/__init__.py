"""Scripts for development, and what they share with the build of the package."""
