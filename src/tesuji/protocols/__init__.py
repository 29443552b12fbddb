"""How other programs talk to Tesuji."""
