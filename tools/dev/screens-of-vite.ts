import { realpathSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import type { ScreenHandler } from '#contract/screen-services.ts'
import type { Screens } from '#server/http/serve-screens.ts'
import { root } from '#tools/run-step.ts'

/** What React Router's plugin calls the whole of the screens, its routes and our entry among them. */
const BUILD = 'virtual:react-router/server-build'

interface ScreensBuild {
  entry: { module: { createScreenHandler(build: unknown): ScreenHandler } }
}

/**
 * The screens as Vite makes them from their sources when they are asked for; browsers hear of changes through `server`.
 * Calls are answered before Vite is ready: after a change of the server that is what somebody waits for.
 */
export async function screensOfVite(server: Server): Promise<Screens> {
  let started: Promise<ViteDevServer> | undefined
  const vite = () => (started ??= startVite(server))
  server.once('listening', () => void renderOnce())

  // Vite keeps what has not changed, so that only the first rendering takes long.
  async function handler(): Promise<ScreenHandler> {
    const { ssr } = (await vite()).environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite does not run the screens here.')
    const build = await ssr.runner.import<ScreensBuild>(BUILD)
    return build.entry.module.createScreenHandler(build)
  }
  /** Ahead of whoever asks first, who is told of mistakes. */
  const renderOnce = () => handler().catch(() => {})

  return {
    handler,
    async serveFiles(scope) {
      scope.addHook('onRequest', async ({ raw }, reply) => {
        const { middlewares } = await vite()
        await new Promise<void>((resolve, reject) => {
          // Where Vite answers by itself it doesn't come back.
          reply.raw.once('close', resolve)
          middlewares(raw, reply.raw, (error?: Error) => (error ? reject(error) : resolve()))
        })
        if (reply.raw.writableEnded) void reply.hijack()
      })
      // Browsers that listen for changes would hold up the end.
      scope.addHook('preClose', async () => (await started)?.close())
    },
    areChanging: true,
    // Vite puts styles into pages, its own words about a mistake among them, and talks to the browser by a socket.
    policy: { 'style-src': ["'unsafe-inline'"], 'connect-src': ['ws:'] },
  }
}

function startVite(server: Server): Promise<ViteDevServer> {
  return createServer({
    root,
    appType: 'custom',
    // What it makes of the packages, for the next start. A package that it found only later would reload the page.
    cacheDir: path.join(root, '.dev/vite'),
    optimizeDeps: { entries: ['client/**/*.{ts,tsx}', '!client/**/*.test.ts', '!client/**/entry.server.tsx'] },
    server: {
      middlewareMode: true,
      hmr: { server },
      // The packages may be a link to another checkout's.
      fs: { allow: [root, realpathSync(path.join(root, 'node_modules'))] },
    },
  })
}
