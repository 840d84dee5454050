// Convenience alone is kept by these: a browser whose storage is full, closed or spoilt has to do without.

/** Keeps a value in this browser, as JSON. */
export function keepInBrowser(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Then it is gone with the page.
  }
}

/** What was kept, whoever wrote it: to be checked. Null where there is nothing that can be read. */
export function keptInBrowser(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}
