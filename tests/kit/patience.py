"""How long tests wait for something that is sure to come.

No test measures speed: that is what benchmarks are for. Where a test has to see that something
ends (a stopped search, a killed server), the work that was cut short would last for longer than
`PATIENCE`, so that a slow or busy machine changes nothing.
"""

PATIENCE = 100.0
"""Seconds after which something counts as hanging."""

LONG = 1000
"""Seconds of work that is not meant to be waited for."""
