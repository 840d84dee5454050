import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** The part of axe's own page-side API that is used here. */
interface Axe {
  run(
    context: { exclude: string[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** What screens have around them: header, footer and the dashboard's menu. */
export const FRAME = ['header:has(nav[aria-label=Main])', 'footer:has(nav)', 'nav[aria-label=Dashboard]']

const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What is in order needs no description, and we name an element by itself: that takes most of the time.
  resultTypes: ['violations'],
  selectors: false,
  // Style sheets are for an experimental rule alone.
  preload: { assets: ['media'] },
}

// Its Playwright package would open another page for each report, which takes ten times as long as the report itself.
const playwrightPackage = import.meta.resolve('@axe-core/playwright')
const source = await readFile(createRequire(playwrightPackage).resolve('axe-core/axe.min.js'), 'utf8')

/** Adds axe to all further pages of this window; injecting it page by page costs half a megabyte each. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: source })
}

/**
 * What axe finds on a page and in its frames by the rules of WCAG 2.2 AA and below, as texts with element and reason;
 * `leftOut`: but in these elements.
 */
export async function violationsOn(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  const violations = await page.evaluate(
    async ([options, leftOut]) => {
      const { axe } = window as unknown as { axe: Axe }
      // axe takes a selector that finds nothing for a mistake.
      const exclude = leftOut.filter((selector) => document.querySelector(selector))
      return (await axe.run({ exclude }, options)).violations
    },
    [OPTIONS, leftOut] as const,
  )
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)].join('\n'),
  )
}
