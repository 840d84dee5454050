const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'popstate'] as const

/** This program runs with the first page, which the server has sent; it comes later with pages the browser renders. */
const isFirstPage = !import.meta.env.SSR && document.documentElement.dataset.alive !== 'true'

/**
 * Fulfilled as soon as somebody does anything on a page that the server has sent: what works as a plain form, such as
 * filters, need not come with the first load. At once on the server, and on pages that the browser renders by itself.
 */
export const touched = isFirstPage ? firstSign() : Promise.resolve()

function firstSign(): Promise<void> {
  return new Promise((fulfil) => {
    const listening = new AbortController()
    const done = () => {
      listening.abort()
      fulfil()
    }
    for (const sign of SIGNS) window.addEventListener(sign, done, { signal: listening.signal, passive: true })
  })
}
