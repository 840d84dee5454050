/** As many as a row has where it is widest, and few enough that nobody waits for them. */
const AT_ONCE = 3

/**
 * Has the cards that waited below the window (`cards.css`) laid out, once the typefaces are there: a few at a time,
 * whenever the browser has nothing else to do. From then on every place in a list has its real height.
 */
export async function layOutLater(): Promise<void> {
  await idle()
  await document.fonts.ready
  const cards = document.querySelectorAll<HTMLElement>('[data-first-showing] .book-cards > *')
  for (const [place, card] of cards.entries()) {
    if (place % AT_ONCE === 0) await idle()
    card.style.contentVisibility = 'visible'
  }
  delete document.documentElement.dataset['firstShowing']
}

// Safari does not know the former.
const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
