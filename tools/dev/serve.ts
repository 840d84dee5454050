// Server of npm run dev, which restarts it whenever its sources change. With --ahead it loads what no change affects,
// the packages and the screens, and opens on a message.
import { once } from 'node:events'
import { importPackages } from './import-packages.ts'

const givenMode = process.env.NODE_ENV
// Before any other import: selects React's development build, with its warnings and hot reload.
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

// Imports from here on load the server's present sources; the first of them reads the environment.
if (givenMode === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = givenMode
await import('#server/given-environment.ts')
process.env.NODE_ENV = 'development'
const { runShop } = await import('#server/run-shop.ts')

await runShop({
  program: 'npm run dev',
  as: 'tool',
  openScreens: async (server) => {
    // Answers calls first: that is what a developer waits for after a change.
    server.once('listening', () => void screens.warm().then(() => process.send?.('warm')))
    return screens.open(server)
  },
})
