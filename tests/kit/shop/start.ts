// The program of `npm start` (server/start.ts) with passwords hashed at next to no cost; visitors wait for it to open for
// as long as it takes.
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
  heldMs: 3_600_000,
})
