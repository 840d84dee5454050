// npm run size: the compressed JavaScript that each public page loads first, beside its budget; fails above it.
import { chromium } from '@playwright/test'
import { startShop } from '#tests/kit/shop-process.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { BUDGET_BYTES, firstLoads } from './size/first-loads.ts'

await runAndClose(async () => {
  const shop = await startShop({ env: { CATALOGUE: 'open' } })
  closeLater(() => shop.stop())
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  closeLater(() => browser.close())
  const loads = await firstLoads(await browser.newPage(), shop.origin)
  console.table(loads.map((load) => ({ ...load, budget: BUDGET_BYTES, left: BUDGET_BYTES - load.bytes })))
  return loads.every(({ bytes }) => bytes <= BUDGET_BYTES)
})
