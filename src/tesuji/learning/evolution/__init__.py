"""Evolution: operators for any genotype, and experiments that breed players with them."""
