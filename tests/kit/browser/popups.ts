import { expect, type Locator, type Page } from '@playwright/test'

const plain = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds a popup or toast by a line, apart from the same words elsewhere on the page. */
export function popup(page: Page, line: string): Locator {
  return noticeIn(page.getByRole('alert'), line)
}

export function toastOf(page: Page, line: string): Locator {
  return noticeIn(page.getByRole('status'), line)
}

const noticeIn = (region: Locator, line: string) => region.getByText(new RegExp(`^[!✓]?\\s*${plain(line)}$`))

// Time stops a little ahead: it can't be turned back, and a busy machine may take a while to stop it.
const AHEAD_MS = 10_000

/** From here on time passes on this page only by `page.clock`, until `page.clock.resume()`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + AHEAD_MS))
}

/** Waits for a notice, then holds it to its time: there just before `ms` have passed, gone just after. */
export async function expectStandsFor(page: Page, notice: Locator, ms: number): Promise<void> {
  await expect(notice).toBeVisible()
  await page.clock.runFor(ms - 20)
  await expect(notice).toBeVisible()
  await page.clock.runFor(40)
  await expect(notice).toHaveCount(0)
}
