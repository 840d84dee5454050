// npm run lighthouse: runs Lighthouse's mobile preset on the public pages of a shop with an open catalogue, five visits
// each, and judges the median; fails where a target is missed. The login page comes first: no other may block much
// longer. `-- --runs 1 /blogs` is quicker.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort } from '#server/database/embedded/free-port.ts'
import { startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'
import { NotRecorded, visitPage, type Visit } from './lighthouse/measure-page.ts'
import { blockingOf, judge, LEFT_OUT, YARDSTICK } from './lighthouse/verdict.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { root } from './run-step.ts'

const folder = path.join(root, 'test-results/lighthouse')

/** Pages that visitors see. */
async function publicPages(shop: ShopProcess): Promise<string[]> {
  const answer = await fetch(`${shop.origin}/api/all-books?limit=100`)
  const books = (await answer.json()) as { _id: string; images: string[] }[]
  const bookPage = (hasPhoto: boolean) =>
    `/advertise/${books.find(({ images }) => images.length > 0 === hasPhoto)?._id ?? 'none'}`
  const lists = ['/products-categories', '/all-products', '/books/novel-book', `${LEFT_OUT}?q=the`]
  return ['/', ...lists, bookPage(true), bookPage(false), '/blogs']
}

async function measure(runs: number, only: string[]): Promise<string[]> {
  console.log('Opening a shop; its first start draws the demo.')
  const shop = await startShop({ env: { CATALOGUE: 'open' } })
  closeLater(() => shop.stop())
  const asked = (await publicPages(shop)).filter((page) => only.length === 0 || only.includes(page))
  const pages = [YARDSTICK, ...asked]
  await mkdir(folder, { recursive: true })
  const rows: object[] = []
  const misses: string[] = []
  let yardstickMs = Infinity
  for (const page of pages) {
    const visits: Visit[] = []
    for (let run = 1; run <= runs; run += 1) {
      visits.push(await visitRecorded(shop.origin + page))
      console.log(`${page}: visit ${run} of ${runs}, performance ${visits.at(-1)?.scores.performance}`)
    }
    if (page === YARDSTICK) yardstickMs = blockingOf(visits)
    const verdict = judge(page, visits, yardstickMs)
    rows.push(verdict.row)
    misses.push(...verdict.misses)
    const name = page.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(visits.map(({ report }) => report)))
  }
  console.table(rows)
  return misses
}

/** Repeats a visit that Lighthouse could not record, at most twice. */
async function visitRecorded(url: string, triesLeft = 2): Promise<Visit> {
  try {
    return await visitAfresh(url)
  } catch (error) {
    if (!(error instanceof NotRecorded) || triesLeft === 0) throw error
    console.log(error.message)
    return visitRecorded(url, triesLeft - 1)
  }
}

/** A browser per visit, so that no cache is warm. */
async function visitAfresh(url: string): Promise<Visit> {
  const port = await freePort()
  const args = [...BROWSER_FLAGS, '--headless=new', `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    return await visitPage(url, port)
  } finally {
    await browser.close()
  }
}

await runAndClose(async () => {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '5' } },
    allowPositionals: true,
  })
  const misses = await measure(Number(values.runs), positionals)
  for (const miss of misses) console.error(miss)
  return misses.length === 0
})
