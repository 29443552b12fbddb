"""Evolves neural Go players after Mayer and Maier (2005), and players of other games."""
