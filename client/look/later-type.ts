/**
 * The style sheet that nothing waits for comes marked for printers, which browsers fetch last; from a moment on it is
 * for the screen, too. Without scripts the page names it a second time.
 */
export function setLaterType(): void {
  // To lay out the page anew takes as long as the scripts' own beginning: apart, neither holds up a press for long.
  setTimeout(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]'))
      link.media = 'all'
  })
}
