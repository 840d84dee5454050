// First: it decides which build of the others is loaded.
import './given-environment.ts'
import path from 'node:path'
import { builtScreens } from './http/built-screens.ts'
import { runShop } from './run-shop.ts'

await runShop({
  program: 'npm start',
  as: 'shop',
  openScreens: () => builtScreens(path.join(import.meta.dirname, '../build')),
})
