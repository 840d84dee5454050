/**
 * The style sheet that nothing waits for comes marked for printers, which browsers fetch last; from now on it is for
 * the screen, too. Without scripts the page names it a second time.
 */
export function setLaterType(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]')) link.media = 'all'
}
