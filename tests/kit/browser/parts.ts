import type { Locator, Page, Route } from '@playwright/test'

// Parts that many screens have, as people find them.

/** The heading that names a page. */
export const h1 = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** The row of a table that has these words. */
export const rowOf = (page: Page | Locator, words: string): Locator => page.getByRole('row').filter({ hasText: words })

/** The cards of a list of books or categories. */
export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')

/** The dashboard's menu. */
export const sideMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Dashboard' })

export const loadMore = (page: Page): Locator => page.getByRole('link', { name: 'Load more' })

/** Lets a request succeed and loses its answer. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
