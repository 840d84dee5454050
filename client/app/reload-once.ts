const KEY = 'reloaded-for'
const MIN_RELOAD_INTERVAL_MS = 60_000

/**
 * Reloads once when a chunk is missing after a deployment; at most once a minute, to avoid a loop. Never while
 * something is typed: the failed import reports itself then.
 */
export function reloadOnceWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')
    if ([...fields].every((field) => field.value === field.defaultValue)) reloadOnce()
  })
}

/** Reloads, unless it did so a moment ago or the browser is offline; false then. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return true
}
