import type { BrowserContext, Page } from '@playwright/test'

// What has no script of ours never comes alive: answers of the API, a page that a test wrote itself.
const ALIVE = 'html[data-alive], html:not(:has(script[type=module]))'

/** Waits until the browser has taken the server's page over: before, a link is a full load and a button does nothing. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForSelector(ALIVE, { state: 'attached' })
}

/**
 * From here on every page that this browser opens or loads anew is alive before the next step. Who wants to see one
 * earlier says until when to wait: `page.goto(address, { waitUntil: 'commit' })`.
 */
export function waitForLife(context: BrowserContext): void {
  context.on('page', (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (!options?.waitUntil) await untilAlive(page)
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload(options)
      if (!options?.waitUntil) await untilAlive(page)
      return answer
    }
  })
}
