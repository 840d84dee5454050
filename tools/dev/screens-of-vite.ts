import { realpathSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
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

export interface ViteScreens {
  /** Has Vite make all that a page needs, so that whoever asks first needn't wait. Mistakes are told to those. */
  warm(): Promise<void>
  /** The screens of a server, through which browsers hear of changes. */
  open(server: Server): Screens
}

/** The screens as Vite makes them from their sources when they are asked for. Nothing is started before it is needed. */
export function screensOfVite(): ViteScreens {
  // Vite may be ready long before there is a server: it listens to this one, which is told what that one hears.
  const relay = createHttpServer()
  let started: Promise<ViteDevServer> | undefined
  const vite = () => (started ??= startVite(relay))

  // Vite keeps what has not changed, so that only the first rendering takes long.
  async function handler(): Promise<ScreenHandler> {
    const { ssr } = (await vite()).environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite does not run the screens here.')
    const build = await ssr.runner.import<ScreensBuild>(BUILD)
    return build.entry.module.createScreenHandler(build)
  }

  return {
    warm: () =>
      handler().then(
        () => {},
        () => {},
      ),
    open(server) {
      server.on('upgrade', (request, socket, head) => {
        vite().then(
          () => relay.emit('upgrade', request, socket, head),
          () => socket.destroy(),
        )
      })
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
        // Vite puts styles into pages, its own words about a mistake among them, talks to the browser by a socket, and has
        // a worker of its own making wait for a server that starts again.
        policy: { 'style-src': ["'unsafe-inline'"], 'connect-src': ['ws:'], 'worker-src': ["'self'", 'blob:'] },
      }
    },
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
      ws: { server },
      // What every page loads, made ahead of the first one.
      warmup: { clientFiles: ['client/app/entry.client.tsx', 'client/app/root.tsx'] },
      // The packages may be a link to another checkout's.
      fs: { allow: [root, realpathSync(path.join(root, 'node_modules'))] },
    },
  })
}
