"""Serves the web app, a typed JSON API under ``/api/v1``, and a WebSocket for live updates.

Read it in the order of a request: `app` assembles the server, and `guard` checks every request.
`routes`, `run_routes`, `turn_routes`, `study_routes` and `sockets` handle requests (`models`).
`rooms` opens a `room` for each game, where people and engines (`opponents`, `thinkers`) take turns;
`jobs` analyses positions. `views` and `record_views` describe positions and records for the
browser, `error_answers` errors.
"""
