// npm run demo: prints the demo people's passwords; --clear empties the demo, --fill fills it again.
import { parseArgs } from 'node:util'
import { clearDemo } from '#server/demo/clear-demo.ts'
import { demoAccounts } from '#server/demo/demo-accounts.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { signInLines } from '#server/demo/sign-in-lines.ts'
import { readCall, UsageError } from './read-call.ts'
import { withShop } from './with-shop.ts'

const USAGE =
  'npm run demo tells the passwords; npm run demo -- --clear empties the demo; npm run demo -- --fill fills it again'

function readArguments(): { clear: boolean; fill: boolean } {
  try {
    const { values } = parseArgs({ options: { clear: { type: 'boolean' }, fill: { type: 'boolean' } } })
    return { clear: values.clear ?? false, fill: values.fill ?? false }
  } catch {
    throw new UsageError(USAGE)
  }
}

const { clear, fill } = await readCall(readArguments)

await withShop('npm run demo', async (shop, { dataDir }) => {
  const { demoPayments } = await import('#server/open-shop.ts')
  const services = { ...shop, payments: demoPayments }
  if (!services.site.demo && !clear)
    throw new UsageError('This is a live shop (DOGEAR_MODE=live), which has no demo; -- --clear takes one out.')
  const people = await demoAccounts(dataDir)
  if (clear) {
    await clearDemo(services, people)
    console.log('The demo’s people, books, orders and pictures are gone; the shop stays empty at the next start.')
    return 0
  }
  if (fill)
    await seedDemo(services, people, (done, total, label) => console.log(`${label} (${done} of ${total})`), {
      again: true,
    })
  for (const line of await signInLines(services, people)) console.log(line)
  return 0
})
