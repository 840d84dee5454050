import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { bringAxe, FRAME, violationsOn } from './axe.ts'
import type { Club } from './clubs.ts'
import { misfits, movingParts, unmarkedLinks } from './page-rules.ts'
import { emptyScreens, lookAs, openScreen, screens as fullScreens, type Screen } from './screens.ts'

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
export const screenErrors = [/status of (404|409|422|503)|verification/]

/** Who looks at these screens: for each the name of a journey, and what they see. */
export function journeysThrough(screens: readonly Screen[]) {
  return [...new Set(screens.map(({ as }) => as))].map((viewer) => ({
    name: `the screens of ${viewer === 'admin' ? 'the' : 'a'} ${viewer} are accessible, light and dark, and stand still`,
    seen: screens.filter(({ as }) => as === viewer),
  }))
}

// In the one a screen is opened; to the other it changes together with the device, which the next one is opened on. So
// whatever many screens have in common is seen in all four looks.
const SCHEMES = ['light', 'dark'] as const

const statesOf = Map.groupBy([...fullScreens, ...emptyScreens], ({ route }) => route)
const routes = [...statesOf.keys()]

/**
 * Whether axe looks at a screen in its first or second look. States of one screen share most of what there is to find, so
 * they take turns, and are seen on either device and in either scheme between them. What has but one state is seen in both.
 */
function isAxesTurn(screen: Screen, turn: number): boolean {
  const states = statesOf.get(screen.route) ?? []
  return states.length < 2 || ((states.indexOf(screen) >> 1) + routes.indexOf(screen.route)) % 2 === turn
}

/** Whether a screen is the one before with something pressed, which then needn't be opened anew. */
function isOneStepOn({ reach, arrange, differsByDevice, address }: Screen, before: Screen | undefined, club: Club) {
  if (!before || before.reach || before.arrange || !reach || arrange || differsByDevice) return false
  return address(club) === before.address(club)
}

/**
 * Opens screens, each once, and holds them to the rules, on a phone and on a desktop, in one scheme or the other:
 * nothing that axe finds, no link that looks like plain words, nothing that moves where motion is not wanted, and at any
 * width nothing to scroll sideways and nothing too small to be met. All that is wrong with any of them is told. A screen
 * is opened on the device that the one before was left on, and then put on the other; where a press leads elsewhere
 * there, it is opened on both. What is but a press away from the one before is not opened again.
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
  // Once there was a finger, Chromium without windows knows of no mouse any more; no style asks for one.
  const pointer = isTouch ? '(pointer: coarse)' : '(not (pointer: coarse))'
  const seen = `${pointer} and (width: ${width}px) and (height: ${height}px)`
  const { tooWide, tooSmall } = await misfits(page, leastTarget, seen)
  return [...tooWide.map((box) => `too wide: ${box}`), ...tooSmall.map((target) => `too small: ${target}`)]
}
