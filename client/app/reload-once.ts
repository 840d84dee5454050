const KEY = 'reloaded-for'
const PATIENCE_MS = 60_000

/**
 * After a new version went out, a page from before may ask for a chunk that is gone. One reload brings the new
 * page; a second within the minute would only go round in circles. Never where it would take away what somebody has
 * typed: whoever asked for the chunk says then that it didn't come.
 */
export function reloadOnceWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')
    if ([...fields].every((field) => field.value === field.defaultValue)) reloadOnce()
  })
}

/** Reloads unless that was tried a moment ago, or could only lose the page for want of a connection; false then. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < PATIENCE_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return true
}
