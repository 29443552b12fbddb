/** Small things kept in the browser. Private windows may refuse; then nothing is kept. */

export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`tesuji.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tesuji.${key}`, JSON.stringify(value));
  } catch {
    // full or forbidden: the app works without
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`tesuji.${key}`);
  } catch {
    // as above
  }
}
