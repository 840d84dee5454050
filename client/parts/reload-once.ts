const KEY = 'reloaded-for'
const PATIENCE_MS = 60_000

/**
 * After a new version went out, a page from before may ask for a chunk that is gone. One reload brings the new
 * page; a second within the minute would only go round in circles.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    reloadOnce()
  })
}

/** Reloads unless that was tried a moment ago; false when it was. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < PATIENCE_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  window.location.reload()
  return true
}

/** True for the error of an import whose file is no longer there. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}
