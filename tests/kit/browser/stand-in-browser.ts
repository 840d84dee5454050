import { vi } from 'vitest'

/** What tests of this side need of a browser beyond what Node has: storage, the page's root, a base for addresses. */
export function standInBrowser(origin: string): void {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  const page = Object.assign(new EventTarget(), { documentElement: { dataset: {} }, visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => realFetch(origin + path, init))
}
