"""The benchmark of Go endgames: problems of a folder, and how many are answered rightly."""
