"""Evolves players: operators for any genotype, and experiments that use them."""
