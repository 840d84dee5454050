// The server of npm run dev, which starts it again whenever its sources change. With --ahead it loads what such a change
// leaves as it is, the packages and the screens, and opens when it is told to.
import { once } from 'node:events'
import { importPackages } from './import-packages.ts'

const givenMode = process.env.NODE_ENV
// Before anything else is loaded: the screens' build that tells what is wrong, and that can be changed as it runs.
process.env.NODE_ENV = 'development'
const { screensOfVite } = await import('./screens-of-vite.ts')
const screens = screensOfVite()

if (process.argv.includes('--ahead')) {
  const leave = () => process.exit()
  process.once('disconnect', leave)
  await Promise.all([importPackages(), screens.warm()])
  process.send?.('warm')
  await once(process, 'message')
  process.off('disconnect', leave)
}

// From here on sources of the server are loaded, as they are by now; the first of them looks at what was given.
if (givenMode === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = givenMode
await import('#server/given-environment.ts')
process.env.NODE_ENV = 'development'
const { runShop } = await import('#server/run-shop.ts')

await runShop({
  program: 'npm run dev',
  as: 'tool',
  openScreens: async (server) => {
    // Calls are answered first: after a change of the server that is what somebody waits for.
    server.once('listening', () => void screens.warm().then(() => process.send?.('warm')))
    return screens.open(server)
  },
})
