"""What every kind of learning needs: runs and what is told of them, checkpoints, training."""
