"""The web server: a typed JSON API under ``/api/v1``, a WebSocket for what is live, the app.

Read it as a request travels: `app` puts the pieces together and guards the door (`guard`),
`routes` and `sockets` understand what is asked (`models`), `rooms` opens a `room` for each game,
where people and engines (`thinkers`) take turns, `jobs` analyses positions, `views` and
`record_views` say how positions and records look to a browser.
"""
