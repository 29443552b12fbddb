"""Evolution of neural Go players, after Mayer and Maier (2005), and the same on other games."""
