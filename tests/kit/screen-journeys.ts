import { expect, test, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import type { Club } from './clubs.ts'
import { movingParts, smallTargets, tooWide } from './page-rules.ts'
import { lookAs, openScreen, type Screen } from './screens.ts'

/** What people hold in their hands, for `test.use`. */
export const devices = [
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ['desktop', { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }],
] as const

/** What some of the screens put on the console on purpose: an address that leads nowhere, a link that is too old. */
export const screenErrors = [/status of 404|verification/]

/** Who looks at these screens: for each the name of a journey, and what they see. */
export function journeysThrough(screens: readonly Screen[]) {
  return [...new Set(screens.map(({ as }) => as))].map((viewer) => ({
    name: `the screens of ${viewer === 'admin' ? 'the' : 'a'} ${viewer} are accessible, light and dark, and stand still`,
    seen: screens.filter(({ as }) => as === viewer),
  }))
}

// In CSS pixels: the narrowest, which is also 640 of them at 200 %, and the first of each wider layout.
const WIDTHS = [320, 640, 960, 1280]
// What a finger meets, and what a mouse does.
const LEAST_TARGET = { touch: 44, mouse: 24 }

/**
 * Opens screens, each once, and holds them to the rules: nothing that axe finds in either scheme, nothing that moves
 * where motion is not wanted, and at any width nothing to scroll sideways and nothing too small to be met. All that is
 * wrong with any of them is told.
 */
export async function expectGoodScreens(page: Page, club: Club, screens: readonly Screen[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const viewport = page.viewportSize()!
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  const leastTarget = LEAST_TARGET[isTouch ? 'touch' : 'mouse']
  if (screens[0]) await lookAs(page, screens[0].as, club)
  for (const screen of screens) {
    const name = [screen.route || 'home', screen.state].filter(Boolean).join(', ')
    await test.step(name, async () => {
      await page.setViewportSize(viewport)
      await openScreen(page, screen, club)
      await page.emulateMedia({ colorScheme: 'light' })
      expect.soft(await violationsOn(page), `${name}, light`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await violationsOn(page, 'colours'), `${name}, dark`).toEqual([])
      expect.soft(await movingParts(page), `${name}: stands still`).toEqual([])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 640 })
        expect.soft(await tooWide(page), `${name} at ${width} pixels`).toEqual([])
        expect.soft(await smallTargets(page, leastTarget), `${name} at ${width} pixels: can be met`).toEqual([])
      }
    })
  }
}
