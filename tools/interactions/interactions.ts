// npm run interactions: what a member waits for on 400 kbps, 400 ms and a processor four times slower than this one:
// until a form takes text, and from a press to its next paint. Medians of five runs that take turns; `-- --runs 1 heart`
// is quicker, and measures only what has that word in its name.
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { startShop } from '#tests/kit/shop-process.ts'
import { BROWSER_FLAGS, findBrowser } from '#tools/browser.ts'
import { closeLater, runAndClose } from '#tools/run-and-close.ts'
import { MEASURED, peopleOf } from './measured.ts'

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

async function measure(runs: number, words: string[]): Promise<boolean> {
  console.log('Opening a shop; its first start draws the demo.')
  const shop = await startShop({ env: { CATALOGUE: 'open' } })
  closeLater(() => shop.stop())
  const people = await peopleOf(shop)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  closeLater(() => browser.close())
  const wanted = Object.entries(MEASURED).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  const found = new Map<string, number[]>(wanted.map(([name]) => [name, []]))
  for (let run = 1; run <= runs; run += 1)
    for (const [name, { measure }] of wanted) {
      const context = await browser.newContext(PHONE)
      const ms = Math.round(await measure(context, shop, people))
      await context.close()
      found.get(name)!.push(ms)
      console.log(`${name}: run ${run} of ${runs}, ${ms} ms`)
    }
  const rows = wanted.map(([name, { most }]) => ({
    name,
    ms: median(found.get(name)!),
    most,
    runs: found.get(name)!.join(' '),
  }))
  console.table(rows)
  console.log(
    `Load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} on ${availableParallelism()} cores.`,
  )
  return rows.every(({ ms, most }) => ms <= most)
}

await runAndClose(() => {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '5' } },
    allowPositionals: true,
  })
  return measure(Number(values.runs), positionals)
})
