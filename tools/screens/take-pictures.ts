import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Club } from '#tests/kit/browser/clubs.ts'
import type { Screen } from '#tests/kit/browser/screen.ts'
import { lookAs, openScreen } from '#tests/kit/browser/screens.ts'

export const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const
export type DeviceName = keyof typeof devices
export const deviceNames = Object.keys(devices) as DeviceName[]
export const schemes = ['light', 'dark'] as const

export interface Picture {
  /** Title of the screenshot; the same on every device. */
  title: string
  /** Path below the folder of all screenshots. */
  file: string
}

export interface Job {
  club: Club
  /** Kind of shop, in a word. */
  kind: string
  screens: readonly Screen[]
}

/**
 * Takes a full-page screenshot of each screen, on each device, light and dark. A screen that fails is reported, and the
 * others go on. `onPicture` is called for each result.
 */
export async function takePictures(
  browser: Browser,
  folder: string,
  { club, kind, screens }: Job,
  onPicture: (taken: Picture | { title: string; failure: string }) => void,
): Promise<void> {
  const viewers = [...new Set(screens.map(({ as }) => as))]
  // In parallel: one draws while the other loads.
  await Promise.all(
    deviceNames.map(async (device) => {
      for (const viewer of viewers) {
        const context = await browser.newContext({
          ...devices[device],
          locale: 'en-US',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await lookAs(page, viewer, club)
        for (const screen of screens.filter(({ as }) => as === viewer)) {
          const title = titleOf(kind, screen)
          await takePicture(page, screen, club, path.join(folder, slug(title)), device)
            .then((files) => files.forEach((file) => onPicture({ title, file: path.join(slug(title), file) })))
            .catch((error: Error) => onPicture({ title, failure: `${title} on a ${device}: ${error.message}` }))
        }
        await context.close()
      }
    }),
  )
}

async function takePicture(page: Page, screen: Screen, club: Club, folder: string, device: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  await openScreen(page, screen, club)
  await loadAllImages(page)
  const files = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const file = `${device}-${colorScheme}.png`
    await page.screenshot({ path: path.join(folder, file), fullPage: true, animations: 'disabled' })
    files.push(file)
  }
  return files
}

/** Loads lazy images below the fold as well. */
export function loadAllImages(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      Array.from(document.images, (image) => {
        image.loading = 'eager'
        return image.decode()
      }),
    ),
  )
}

/** Title of a screen's screenshots. */
export const titleOf = (kind: string, { route, as, state }: Screen) =>
  [kind, route || 'home', state, `(${as})`].filter(Boolean).join(' ')

const slug = (title: string) => title.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')
