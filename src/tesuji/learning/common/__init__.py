"""Provides what every kind of learning needs: runs, reports, checkpoints, training."""
