/**
 * Keeps the shell of the app, so that an installed Tesuji opens at once and says so when its server
 * is not running. What the server computes is never kept.
 */
const SHELL = "tesuji-shell-1";
const START = "/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add(START)).catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== SHELL);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (address.pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate" && address.pathname === START) event.respondWith(newestFirst(request));
});

/** Files under assets have a hash in their names: what is kept never grows stale. */
async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

/** The start page comes from the server while that answers. */
async function newestFirst(request) {
  try {
    const answer = await fetch(request);
    const plain = answer.ok && !answer.redirected && new URL(request.url).search === "";
    if (plain) await keep(START, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(START);
    if (kept) return kept;
    throw error;
  }
}

async function keep(key, answer) {
  const cache = await caches.open(SHELL);
  await cache.put(key, answer);
}
