// The server of npm run dev, which starts it again whenever its sources change.
import '#server/given-environment.ts'

// Before anything else is loaded: the screens' build that tells what is wrong, and that can be changed as it runs.
process.env.NODE_ENV = 'development'

const { runShop } = await import('#server/run-shop.ts')
const { screensOfVite } = await import('./screens-of-vite.ts')

await runShop({ program: 'npm run dev', as: 'tool', openScreens: screensOfVite })
