/**
 * Loads the later style sheet without blocking rendering: it comes with `media=print`, which this switches to `all`.
 * Without scripts the page links it a second time.
 */
export function setLaterType(): void {
  // Deferred to a task of its own: relayout and hydration each take long, and together would delay input.
  setTimeout(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]'))
      link.media = 'all'
  })
}
