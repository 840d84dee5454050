import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { bringAxe, FRAME, violationsOn } from './axe.ts'
import type { Club } from './clubs.ts'
import { misfits, movingParts, unmarkedLinks } from './page-rules.ts'
import type { Screen } from './screen.ts'
import { emptyScreens, lookAs, openScreen, screens as fullScreens } from './screens.ts'

interface Device {
  name: string
  isTouch: boolean
  width: number
  height: number
  /** What is met by a finger, and what by a mouse; in CSS pixels. */
  leastTarget: number
  /** How wide a window may be there besides. */
  furtherWidths: readonly number[]
}

/**
 * What people hold in their hands. Between them they see the narrowest width and the first of each wider layout: with a
 * finger the smallest phone and a tablet; with a mouse half of the desktop, which is also all of it at 200 %.
 */
const devices: readonly Device[] = [
  { name: 'phone', isTouch: true, width: 390, height: 844, leastTarget: 44, furtherWidths: [320, 960] },
  { name: 'desktop', isTouch: false, width: 1280, height: 900, leastTarget: 24, furtherWidths: [640] },
]

/** What some of the screens put on the console on purpose: an address that leads nowhere, a link that is too old, a no. */
export const screenErrors = [
  /status of (404|409|422|503)|status of 403.*\/api\/identity\/(sign-in\/email|second-factor\/new-app)|verification|sign-in-link\/read/,
]

/** Groups screens by viewer, with a journey's name for each. */
export function journeysThrough(screens: readonly Screen[]) {
  return [...new Set(screens.map(({ as }) => as))].map((viewer) => ({
    name: `the screens of ${viewer === 'admin' ? 'the' : 'a'} ${viewer} are accessible, light and dark, and stand still`,
    seen: screens.filter(({ as }) => as === viewer),
  }))
}

// Color schemes: a screen opens in one, and switches to the other together with the device, so that shared parts are
// seen in all four combinations.
const SCHEMES = ['light', 'dark'] as const

const statesOf = Map.groupBy([...fullScreens, ...emptyScreens], ({ route }) => route)
const routes = [...statesOf.keys()]

/**
 * Whether axe checks a screen's first or second look. States of one screen share most findings, so they take turns over
 * devices and schemes. A screen with a single state is checked in both.
 */
function isAxesTurn(screen: Screen, turn: number): boolean {
  const states = statesOf.get(screen.route) ?? []
  return states.length < 2 || ((states.indexOf(screen) >> 1) + routes.indexOf(screen.route)) % 2 === turn
}

/** Whether a screen is one press away from the former one, so that it needn't be opened again. */
function isOneStepOn({ reach, arrange, differsByDevice, address }: Screen, before: Screen | undefined, club: Club) {
  if (!before || before.reach || before.arrange || !reach || arrange || differsByDevice) return false
  return address(club) === before.address(club)
}

/**
 * Opens each screen once and checks the rules on phone and desktop, in alternating schemes: no findings of axe, no link
 * that looks like plain text, no motion where it is unwanted, no horizontal scrolling at any width, and no targets that
 * are too small. Reports all faults together. A screen opens on the device of the one before, then switches; where
 * presses differ by device, it opens on both. A screen one press away isn't opened again.
 */
export async function expectGoodScreens(page: Page, club: Club, screens: readonly Screen[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await bringAxe(page)
  if (screens[0]) await lookAs(page, screens[0].as, club)
  for (const [place, screen] of screens.entries())
    for (const [turn, colorScheme] of SCHEMES.entries()) {
      const device = devices[(place + turn) % 2]!
      const look = `on a ${device.name} in ${colorScheme}`
      const name = [screen.route || 'home', screen.state, look].filter(Boolean).join(', ')
      await test.step(name, async () => {
        await page.emulateMedia({ colorScheme })
        await emulate(session, device)
        if (turn === 0 && isOneStepOn(screen, screens[place - 1], club)) await screen.reach?.(page, club)
        else if (turn === 0 || screen.differsByDevice) await openScreen(page, screen, club)
        const faults = await misfitsOn(page, device)
        // A viewer's frame is the same around all screens: two of them show it in all four looks.
        if (place < 2) faults.push(...(await violationsOn(page)))
        else if (isAxesTurn(screen, turn)) faults.push(...(await violationsOn(page, FRAME)))
        faults.push(...(await unmarkedLinks(page)).map((link) => `looks like plain words: ${link}`))
        faults.push(...(await movingParts(page)).map((part) => `moves: ${part}`))
        for (const width of device.furtherWidths) {
          const held = { ...device, width, height: 640 }
          await resize(session, held)
          faults.push(...(await misfitsOn(page, held)).map((fault) => `at ${width} pixels ${fault}`))
        }
        expect.soft(faults, name).toEqual([])
      })
    }
}

/** Puts a window on another device, with a finger or a mouse, which Playwright does for new ones alone. */
async function emulate(session: CDPSession, device: Device): Promise<void> {
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: device.isTouch })
  await resize(session, device)
}

async function resize(session: CDPSession, { isTouch, width, height }: Device): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isTouch })
}

/** What is too wide or too small, as soon as the page has seen which device it is on. */
async function misfitsOn(page: Page, { isTouch, width, height, leastTarget }: Device): Promise<string[]> {
  // After touch emulation, headless Chromium has no mouse any more; our styles don't ask for one.
  const pointer = isTouch ? '(pointer: coarse)' : '(not (pointer: coarse))'
  const seen = `${pointer} and (width: ${width}px) and (height: ${height}px)`
  const { tooWide, tooSmall } = await misfits(page, leastTarget, seen)
  return [...tooWide.map((box) => `too wide: ${box}`), ...tooSmall.map((target) => `too small: ${target}`)]
}
