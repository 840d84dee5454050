import { realpathSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import path from 'node:path'
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import type { ScreenHandler } from '#contract/screen-services.ts'
import type { Screens } from '#server/http/serve-screens.ts'
import { root } from '#tools/run-step.ts'

/** React Router's module for the whole build, its routes and our entry included. */
const BUILD = 'virtual:react-router/server-build'

interface ScreensBuild {
  entry: { module: { createScreenHandler(build: unknown): ScreenHandler } }
}

export interface ViteScreens {
  /**
   * Has Vite transform all that a page needs, ahead of the first request. Errors are reported to the requests that hit
   * them.
   */
  warm(): Promise<void>
  /** Screens of a server, with its hot reload. */
  open(server: Server): Screens
}

/** Screens that Vite compiles on request. Starts lazily. */
export function screensOfVite(): ViteScreens {
  // Vite may be ready long before there is a server: it listens to this relay, which forwards the server's events.
  const relay = createHttpServer()
  let started: Promise<ViteDevServer> | undefined
  const vite = () => (started ??= startVite(relay))

  // Vite caches modules, so only the first rendering is slow.
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
              // Vite doesn't call back where it answers by itself.
              reply.raw.once('close', resolve)
              middlewares(raw, reply.raw, (error?: Error) => (error ? reject(error) : resolve()))
            })
            if (reply.raw.writableEnded) void reply.hijack()
          })
          // Browsers' hot-reload connections would delay closing.
          scope.addHook('preClose', async () => (await started)?.close())
        },
        areChanging: true,
        // Vite inlines styles, its error overlay included, talks to the browser by a WebSocket, and uses a worker to
        // wait for a restarting server.
        policy: { 'style-src': ["'unsafe-inline'"], 'connect-src': ['ws:'], 'worker-src': ["'self'", 'blob:'] },
      }
    },
  }
}

function startVite(server: Server): Promise<ViteDevServer> {
  return createServer({
    root,
    appType: 'custom',
    // Cache of transformed packages. A package found later would reload the page.
    cacheDir: path.join(root, '.dev/vite'),
    optimizeDeps: { entries: ['client/**/*.{ts,tsx}', '!client/**/*.test.ts', '!client/**/entry.server.tsx'] },
    server: {
      middlewareMode: true,
      ws: { server },
      // Modules of every page, transformed ahead.
      warmup: { clientFiles: ['client/app/entry.client.tsx', 'client/app/root.tsx'] },
      // node_modules may be a link to another checkout's.
      fs: { allow: [root, realpathSync(path.join(root, 'node_modules'))] },
    },
  })
}
