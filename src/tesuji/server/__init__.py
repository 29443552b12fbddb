"""The web server: a typed JSON API under ``/api/v1``, a WebSocket for what is live, the app.

Read it as a request travels: `app` puts the pieces together, with a `guard` at the door. `routes`,
`run_routes`, `turn_routes`, `study_routes` and `sockets` understand what is asked (`models`).
`rooms` opens a `room` for each game, where people and engines (`opponents`, `thinkers`) take turns;
`jobs` analyses positions. `views` and `record_views` say how positions and records look to a
browser, `problems` how it hears of what went wrong.
"""
