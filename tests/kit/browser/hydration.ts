import type { BrowserContext, Page, Response } from '@playwright/test'

// A page that a test wrote itself has no script of ours, and never hydrates.
const HYDRATED = 'html[data-hydrated], html:not(:has(script[type=module]))'

/** Waits until the browser has taken the server's page over: before, a link is a full load and a button does nothing. */
export async function untilHydrated(page: Page): Promise<void> {
  await untilThere(page, HYDRATED)
}

/**
 * Waits for an element without returning a handle: for a handle, Playwright injects a third of a megabyte of scripts
 * again, a sixth of a page's cost.
 */
export async function untilThere(page: Page, selector: string): Promise<void> {
  await page.locator(selector).waitFor({ state: 'attached' })
}

/**
 * Makes every navigation of this browser wait for hydration. To see a page earlier: `page.goto(address, { waitUntil:
 * 'commit' })`.
 */
export function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (!options?.waitUntil && isPage(answer)) await untilHydrated(page)
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload(options)
      if (!options?.waitUntil && isPage(answer)) await untilHydrated(page)
      return answer
    }
  })
}

/** An answer of the API is none; looking for life in it would bring Playwright's scripts there. */
const isPage = (answer: Response | null) => answer?.headers()['content-type']?.startsWith('text/html') ?? true
