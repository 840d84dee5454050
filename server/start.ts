// First: it decides which build of the others is loaded.
import './given-environment.ts'
import { once } from 'node:events'
import path from 'node:path'
import { builtScreens } from './http/built-screens.ts'
import { runShop } from './run-shop.ts'

// Where tools/run.mjs builds the screens beside us, it sends a message once they are there.
const screensAreThere = process.argv.includes('--screens-beside') ? once(process, 'message') : Promise.resolve()

await runShop({
  program: 'npm start',
  as: 'shop',
  screensAreThere,
  openScreens: () => builtScreens(path.join(import.meta.dirname, '../build')),
})
