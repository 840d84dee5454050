// The program of `npm start` (server/start.ts) with passwords hashed at next to no cost.
import '#server/given-environment.ts'
import path from 'node:path'
import { builtScreens } from '#server/http/built-screens.ts'
import { runShop } from '#server/run-shop.ts'
import { quickHash } from './quick-hash.ts'

await runShop({
  program: 'npm start',
  as: 'shop',
  openScreens: () => builtScreens(path.join(import.meta.dirname, '../../../build')),
  hashPassword: quickHash,
})
