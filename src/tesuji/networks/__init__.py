"""Files with networks: those that come with Tesuji, and those of other programs that it reads."""
