import type { Page } from '@playwright/test'
import { isPublic, screens, type Screen } from '#contract/screens.ts'
import { fetchCompressed } from './fetch-compressed.ts'

/** The budget of each page's first load, in bytes of compressed JavaScript. */
export const BUDGET_BYTES = 115_000

export interface FirstLoad {
  address: string
  bytes: number
  files: number
}

/** Visits each public page and auth screen of a demo with an open catalogue, and weighs the scripts that a browser loads by itself. */
export async function firstLoads(page: Page, origin: string): Promise<FirstLoad[]> {
  const weights = new Map<string, number>()
  const loads: FirstLoad[] = []
  for (const address of await publicAddresses(origin)) {
    const scripts = await scriptsOf(page, origin + address)
    for (const url of scripts) if (!weights.has(url)) weights.set(url, (await fetchCompressed(url)).bytes)
    const bytes = scripts.reduce((sum, url) => sum + weights.get(url)!, 0)
    loads.push({ address, bytes, files: scripts.length })
  }
  return loads
}

async function scriptsOf(page: Page, url: string): Promise<string[]> {
  const scripts = new Set<string>()
  const note = (request: { resourceType(): string; url(): string }) =>
    request.resourceType() === 'script' && scripts.add(request.url())
  page.on('request', note)
  // Scripts come after the first paint, for which a slow machine may leave the network idle.
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return [...scripts]
}

/** One address of each file: content pages share theirs. */
async function publicAddresses(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/all-books?limit=1`)
  const [book] = (await answer.json()) as { _id: string; sellerId: string }[]
  if (!book) throw new Error('The first loads are those of a demo, which has books.')
  const addressOf = ({ path }: Screen) =>
    `/${path}`
      .replace(':category_name', 'novel-book')
      .replace(':advertiseId/:slug?', book._id)
      .replace(':id', book.sellerId)
  const measured = screens.filter((screen) => screen.isAuth || isPublic(screen, { catalogue: 'open' }))
  return [...new Map(measured.map((screen) => [screen.file, addressOf(screen)])).values()]
}
