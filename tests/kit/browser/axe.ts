import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** The part of axe's own page-side API that is used here. */
interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

// All of them, or those alone whose outcome hangs on colours: a scheme changes nothing else.
const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

// Its Playwright package would open another page for each report, which takes ten times as long as the report itself.
const playwrightPackage = import.meta.resolve('@axe-core/playwright')
const source = await readFile(createRequire(playwrightPackage).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page and in its frames by the rules of WCAG 2.2 AA and below, as texts with element and reason. */
export async function violationsOn(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: Axe }
      return (await axe.run(options)).violations
      // What is in order needs no description: that takes most of the time.
    },
    { resultTypes: ['violations'], runOnly: RULES[rules] },
  )
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)].join('\n'),
  )
}
