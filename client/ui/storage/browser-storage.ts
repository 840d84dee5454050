// Convenience alone is kept by these: a browser whose storage is full, closed or spoilt has to do without.

/** Keeps a value in this browser, as JSON. Tells whether it could: otherwise it is gone with the page. */
export function keepInBrowser(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Forgets it again. */
export function forgetInBrowser(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A closed one kept nothing.
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
