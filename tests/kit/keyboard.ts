import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STOPS = 150

/**
 * Goes on by Tab (or back by Shift+Tab) until something has the focus. At every stop on the way the focus must be
 * somewhere, in the window, and shown.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expectFocusShown(page)
  }
  throw new Error(`${MOST_STOPS} times ${key} did not lead to ${target.toString()}`)
}

/** The same, and presses Enter there. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types; what stands there already is replaced. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Whatever has the focus is in the window, and an outline tells so: around itself, or around what stands for it. */
export async function expectFocusShown(page: Page): Promise<void> {
  const told = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'the focus is lost'
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const name = element.outerHTML.slice(0, 160)
    if (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) return `out of the window: ${name}`
    const isOutlined = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const standIns = [...((element as Partial<HTMLInputElement>).labels ?? []), element.parentElement ?? element]
    return [element, ...standIns].some(isOutlined) ? 'shown' : `not shown: ${name}`
  })
  expect(told).toBe('shown')
}

/** After something was done, the focus is not lost: reading goes on from somewhere on the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
