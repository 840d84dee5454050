// Import first: it decides which builds the others load.
import './given-environment.ts'
import { once } from 'node:events'
import path from 'node:path'
import { builtScreens } from './http/built-screens.ts'
import { runShop } from './run-shop.ts'
import { VERSION } from './config/version.ts'

if (process.argv.includes('--version')) {
  process.stdout.write(`Dogear ${VERSION}\n`)
  process.exit()
}

// tools/run.mjs sends a message when the screens are built.
const screensAreThere = process.argv.includes('--screens-beside') ? once(process, 'message') : Promise.resolve()

await runShop({
  program: 'npm start',
  as: 'shop',
  isNew: process.argv.includes('--new'),
  screensAreThere,
  openScreens: () => builtScreens(path.join(import.meta.dirname, '../build')),
})
