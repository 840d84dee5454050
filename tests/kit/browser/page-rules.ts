import type { Page } from '@playwright/test'

/** What is wider than the window it stands in, the page itself or a dialog. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.tagName}: ${box.scrollWidth} of ${box.clientWidth}`),
  )
}

/** Whatever can be pressed and is smaller than `least` CSS pixels. Links within a line of text may be (WCAG 2.5.8). */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const pressable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]'
    /** What can be pressed for it: itself, what a style lays over it or its whole card, and a field's label. */
    const areas = (element: Element) => {
      const own = getComputedStyle(element)
      const isCutOff = own.overflow !== 'visible' && own.position !== 'static'
      const { position, width, height } = getComputedStyle(element, '::after')
      const isLaidOver = position === 'absolute' && !isCutOff
      const laidOver = isLaidOver ? { width: parseFloat(width), height: parseFloat(height) } : []
      const labels = (element as Partial<HTMLInputElement>).labels ?? []
      return [element, ...labels]
        .map((part) => part.getBoundingClientRect() as Pick<DOMRect, 'width' | 'height'>)
        .concat(laidOver)
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      // One pixel is what is there for screen readers alone, and the link to skip with until it is focused.
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
    }
    const isInText = (element: Element) => {
      const around = element.parentElement?.textContent?.trim() ?? ''
      return getComputedStyle(element).display === 'inline' && around.length > (element.textContent?.trim().length ?? 0)
    }
    return [...document.querySelectorAll(pressable)]
      .filter((element) => isShown(element) && !isInText(element))
      .filter((element) => !areas(element).some(({ width, height }) => Math.min(width, height) >= least))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return `${Math.round(width)} by ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`
      })
  }, least)
}

/** What moves for longer than the eye can see: elements, and what is drawn before and after them. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time) || 0))
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after', '::backdrop'].flatMap((part) => {
        const style = getComputedStyle(element, part)
        const animated = style.animationName === 'none' ? 0 : seconds(style.animationDuration)
        const longest = Math.max(animated, seconds(style.transitionDuration))
        const isSmooth = style.scrollBehavior === 'smooth'
        return longest > 0.01 || isSmooth ? [`${element.outerHTML.slice(0, 120)}${part ?? ''}: ${longest} s`] : []
      }),
    )
  })
}
