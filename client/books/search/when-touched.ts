const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'popstate'] as const

/**
 * Fulfilled as soon as somebody does anything on a page that the server has sent: what works as a plain form, such as
 * filters, need not come with the first load. At once on the server, and on pages that the browser renders by itself.
 */
export function whenTouched(): Promise<void> {
  if (import.meta.env.SSR || document.documentElement.dataset.alive === 'true') return Promise.resolve()
  return new Promise((fulfil) => {
    const touched = new AbortController()
    const done = () => {
      touched.abort()
      fulfil()
    }
    for (const sign of SIGNS) window.addEventListener(sign, done, { signal: touched.signal, passive: true })
  })
}
