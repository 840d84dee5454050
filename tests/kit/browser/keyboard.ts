import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STOPS = 150

/**
 * Goes on by Tab (or back by Shift+Tab) until something has the focus. At every stop on the way the focus must be
 * somewhere, in the window, and shown.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const { isThere, told } = await target.evaluate(lookAtFocus)
    if (stops > 0) expect(told).toBe('shown')
    if (isThere) return
    await page.keyboard.press(key)
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

/** Moves through the fields by Tab, in any order, and types into each what its label asks for. */
export async function typeAllInto(page: Page, facts: Record<string, string>): Promise<void> {
  const missing = new Map(Object.entries(facts))
  for (let stops = 0; stops < MOST_STOPS && missing.size > 0; stops += 1) {
    await page.keyboard.press('Tab')
    const { told, label } = await page.locator('html').evaluate(lookAtFocus)
    expect(told).toBe('shown')
    const text = missing.get(label)
    if (text === undefined) continue
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    missing.delete(label)
  }
  expect([...missing.keys()]).toEqual([])
}

/** After something was done, the focus is not lost: reading goes on from somewhere on the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

interface Focus {
  /** Whether the element that was asked about has it. */
  isThere: boolean
  /** 'shown', or the fault: focus must be in the viewport, with an outline around itself or its stand-in. */
  told: string
  /** How the field is called that has it; empty where none has. */
  label: string
}

/** In the page. */
async function lookAtFocus(target: Element): Promise<Focus> {
  const element = document.activeElement
  if (!element || element === document.body) return { isThere: false, told: 'the focus is lost', label: '' }
  const labels = [...((element as Partial<HTMLInputElement>).labels ?? [])]
  const isInWindow = () => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return bottom >= 0 && right >= 0 && top <= innerHeight && left <= innerWidth
  }
  // The window follows the focus in one of the next frames.
  for (let frame = 0; frame < 60 && !isInWindow(); frame += 1) await new Promise(requestAnimationFrame)
  const isOutlined = (one: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const isShown = [element, ...labels, element.parentElement ?? element].some(isOutlined)
  const name = element.outerHTML.slice(0, 160)
  return {
    isThere: element === target,
    told: isInWindow() ? (isShown ? 'shown' : `not shown: ${name}`) : `out of the window: ${name}`,
    label: labels[0]?.textContent?.trim() ?? '',
  }
}
