"""The web server: a typed JSON API under ``/api/v1``, a WebSocket for what is live, the app.

Read it as a request travels: `app` puts the pieces together and guards the door (`guard`),
`routes` and `sockets` understand what is asked (`models`), `rooms` plays games and `jobs` analyses
positions, `views` says how a position looks to a browser.
"""
