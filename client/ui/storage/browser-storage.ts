// Best-effort local storage: where it is full, closed or corrupt, features do without.

/** Saves a value in local storage, as JSON. Returns whether it could. */
export function writeStorage(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Removes a value from local storage. */
export function removeFromStorage(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Closed storage holds nothing.
  }
}

/** Reads a value from local storage, unvalidated. Null where there is none or it can't be parsed. */
export function readStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}
