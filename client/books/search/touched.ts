const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'popstate'] as const

/** What the server has sent has the filters, which work as a plain form; where the list is for members, it hasn't. */
const areThere = !import.meta.env.SSR && document.querySelector('.filter-sheet') !== null

/**
 * Fulfilled as soon as somebody does anything on a page on which the server has sent the filters: their program need not
 * come with the first load. At once on the server, and where the browser has yet to show them.
 */
export const touched = areThere ? firstSign() : Promise.resolve()

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
