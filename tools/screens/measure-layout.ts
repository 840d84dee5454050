import type { Browser, Page } from '@playwright/test'
import type { Screen } from '#tests/kit/browser/screen.ts'
import { lookAs, openScreen } from '#tests/kit/browser/screens.ts'
import { deviceNames, devices, titleOf, type DeviceName, type Job } from './take-pictures.ts'

/** Layout of a screen on a device. */
export interface LayoutMeasure {
  title: string
  device: DeviceName
  /** Cumulative layout shift: the sum of all shifts that no input caused. */
  shift: number
  /** Distances from the page's upper edge and heights, in CSS pixels; a notice above the heading doesn't count. */
  headingTop: number
  headerHeight: number
  /** By how much the page is wider than its window. */
  overflow: number
  /** What moved most: the element and from where to where. */
  moved: string
}

/** Most shift of a screen; and the lowest heading on a phone. */
export const MOST_SHIFT = 0.02
export const LOWEST_HEADING = 120

interface Shift {
  value: number
  moved: string
}

declare global {
  interface Window {
    layoutShifts: Shift[]
  }
}

/** Measures each screen on each device, in turn. A screen that can't be opened is reported in words. */
export async function measureLayout(
  browser: Browser,
  { club, kind, screens }: Job,
  onMeasure: (measure: LayoutMeasure | { failure: string }) => void,
): Promise<void> {
  for (const device of deviceNames)
    for (const viewer of new Set(screens.map(({ as }) => as))) {
      const context = await browser.newContext({ ...devices[device], locale: 'en-US', timezoneId: 'UTC' })
      const page = await context.newPage()
      await page.addInitScript(observeShifts)
      await lookAs(page, viewer, club)
      for (const { reach: _, ...screen } of screens.filter(({ as }) => as === viewer)) {
        const title = titleOf(kind, screen)
        await measure(page, screen, club)
          .then((measured) => onMeasure({ title, device, ...measured }))
          .catch((error: Error) => onMeasure({ failure: `${title} on a ${device}: ${error.message}` }))
      }
      await context.close()
    }
}

async function measure(page: Page, screen: Screen, club: Job['club']) {
  await openScreen(page, screen, club)
  // What comes late, such as badges and pictures, has its turn.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  return page.evaluate(() => {
    const most = window.layoutShifts.toSorted((one, other) => other.value - one.value)[0]
    const { clientWidth, scrollWidth } = document.documentElement
    const heading = document.querySelector('h1')
    const notice = [...document.querySelectorAll('main section:not(:has(h1))')].find(
      (one) => heading && one.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const { top: noticeTop = 0, bottom: noticeBottom = 0 } = notice?.getBoundingClientRect() ?? {}
    const headingTop = (heading?.getBoundingClientRect().top ?? 0) - (noticeBottom - noticeTop)
    return {
      shift: window.layoutShifts.reduce((sum, { value }) => sum + value, 0),
      headingTop: Math.round(headingTop + scrollY),
      headerHeight: Math.round(document.querySelector('header .page')?.getBoundingClientRect().height ?? 0),
      overflow: scrollWidth - clientWidth,
      moved: most?.moved ?? '',
    }
  })
}

/** Runs in the page, before its scripts. */
function observeShifts(): void {
  window.layoutShifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const [source] = entry.sources
      const from = source && `${Math.round(source.previousRect.y)} > ${Math.round(source.currentRect.y)}`
      const name = source?.node instanceof Element ? `${source.node.localName}.${source.node.className}` : ''
      window.layoutShifts.push({ value: entry.value, moved: `${name.slice(0, 60)} ${from ?? ''}` })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
