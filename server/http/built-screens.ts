import path from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import type { ScreenHandler } from '#contract/screen-services.ts'
import { filePolicy } from './security-headers.ts'
import type { Screens } from './serve-screens.ts'

/** The screens as they are built, in the folder that `npm run build` fills. */
export async function builtScreens(buildDir: string): Promise<Screens> {
  const built: unknown = await import(pathToFileURL(path.join(buildDir, 'server', 'index.js')).href)
  const { entry } = built as { entry: { module: { createScreenHandler(build: unknown): ScreenHandler } } }
  const handle = entry.module.createScreenHandler(built)
  return {
    handler: () => handle,
    serveFiles: async (scope) => {
      await scope.register(serveStatic, {
        root: path.join(buildDir, 'client'),
        wildcard: false,
        index: false,
        preCompressed: true,
        globIgnore: ['**/*.{br,gz}'],
        setHeaders: (reply, file) => {
          const hashed = file.includes(`${path.sep}assets${path.sep}`)
          void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
          const policy = filePolicy(file)
          if (policy) void reply.header('content-security-policy', policy)
        },
      })
    },
  }
}
