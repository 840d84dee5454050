import { lazy } from 'react'

/**
 * Code splitting for a part of a page. Without a connection the part waits for one: a failed import would replace the
 * whole page by the error page.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => whenOnline(load))

/** Loads something, again once the browser is back online; rejects where it fails online. */
export async function whenOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((fulfil) => window.addEventListener('online', fulfil, { once: true }))
    return whenOnline(load)
  }
}
