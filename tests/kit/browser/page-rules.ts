import type { Page } from '@playwright/test'

/** What is wider than the window it stands in, the page itself or a dialog. */
export const tooWide = async (page: Page): Promise<string[]> => (await misfits(page, 0)).tooWide

/** Targets smaller than `least` CSS pixels. Links within a line of text may be (WCAG 2.5.8). */
export const smallTargets = async (page: Page, least: number): Promise<string[]> =>
  (await misfits(page, least)).tooSmall

/** Both of them, once a frame was made for a window that this media query fits. */
export function misfits(page: Page, least: number, seen = 'all'): Promise<{ tooWide: string[]; tooSmall: string[] }> {
  return page.evaluate(
    async ([least, seen]) => {
      // Wait one task more: the page's own callbacks, such as observers, run after this frame's.
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      do await frame()
      while (!matchMedia(seen).matches)

      const tooWide = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName}: ${box.scrollWidth} of ${box.clientWidth}`)

      const pressable =
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]'
      type Area = Pick<DOMRect, 'width' | 'height'>
      const isEnough = ({ width, height }: Area) => Math.min(width, height) >= least
      const areaOf = (element: Element): Area => element.getBoundingClientRect()
      /** What can be pressed instead: what a style lays over it or its whole card, and a field's label. */
      const furtherAreas = (element: Element): Area[] => {
        const own = getComputedStyle(element)
        const isCutOff = own.overflow !== 'visible' && own.position !== 'static'
        const { position, width, height } = getComputedStyle(element, '::after')
        const isLaidOver = position === 'absolute' && !isCutOff
        const laidOver = isLaidOver ? [{ width: parseFloat(width), height: parseFloat(height) }] : []
        return [...((element as Partial<HTMLInputElement>).labels ?? [])].map(areaOf).concat(laidOver)
      }
      const isShown = (element: Element) => {
        const { width, height } = areaOf(element)
        // One pixel is for screen readers alone, or the skip link before focus.
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
      }
      const isInText = (element: Element) => {
        const around = element.parentElement?.textContent?.trim() ?? ''
        const isInline = getComputedStyle(element).display === 'inline'
        return isInline && around.length > (element.textContent?.trim().length ?? 0)
      }
      const tooSmall = [...document.querySelectorAll(pressable)]
        .filter((element) => !isEnough(areaOf(element)) && isShown(element) && !isInText(element))
        .filter((element) => !furtherAreas(element).some(isEnough))
        .map((element) => {
          const { width, height } = areaOf(element)
          return `${Math.round(width)} by ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`
        })
      return { tooWide, tooSmall }
    },
    [least, seen] as const,
  )
}

/** Links in a page's content that look like plain text. Titles may, by their place. */
export function unmarkedLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main a[href]')]
      .filter((link) => link.checkVisibility() && link.textContent.trim() !== '')
      .filter((link) => !link.closest('h1, h2, h3, nav') && !link.querySelector('h1, h2, h3, img, svg'))
      .filter((link) => {
        const { textDecorationLine, borderTopWidth, backgroundColor, color } = getComputedStyle(link)
        const isPlain =
          textDecorationLine === 'none' && borderTopWidth === '0px' && backgroundColor === 'rgba(0, 0, 0, 0)'
        return isPlain && link.parentElement !== null && color === getComputedStyle(link.parentElement).color
      })
      .map((link) => link.outerHTML.slice(0, 160)),
  )
}

/** What moves for longer than the eye can see: elements, and what is drawn before and after them. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time) || 0))
    const parts = [undefined, '::before', '::after']
    return [...document.querySelectorAll('html, body, body *')].flatMap((element) =>
      (element.matches('dialog, [popover]') ? [...parts, '::backdrop'] : parts).flatMap((part) => {
        const style = getComputedStyle(element, part)
        const animated = style.animationName === 'none' ? 0 : seconds(style.animationDuration)
        const longest = Math.max(animated, seconds(style.transitionDuration))
        const isSmooth = style.scrollBehavior === 'smooth'
        return longest > 0.01 || isSmooth ? [`${element.outerHTML.slice(0, 120)}${part ?? ''}: ${longest} s`] : []
      }),
    )
  })
}
