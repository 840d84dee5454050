import { rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import type { ScreenHandler } from '#contract/screen-services.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { filePolicy } from './security-headers.ts'
import type { Screens } from './serve-screens.ts'

/** Screens of the latest `npm run build`; a later build is served after the next start. */
export async function builtScreens(builds: string): Promise<Screens> {
  const current = await readFile(path.join(builds, 'current'), 'utf8').catch(() => {
    throw new OperatorError(`There are no screens in ${builds}; npm run build makes them.`)
  })
  const buildDir = path.join(builds, current)
  await markAsServed(buildDir)
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

/** Marks the folder as in use by this process, so that a later build doesn't delete it (tools/run/builds.mjs). */
async function markAsServed(buildDir: string): Promise<void> {
  const mark = path.join(buildDir, '.serving', String(process.pid))
  try {
    await mkdir(path.dirname(mark), { recursive: true })
    await writeFile(mark, '', { flag: 'wx' })
    process.once('exit', () => rmSync(mark, { force: true }))
  } catch {
    // A read-only checkout, or marked already.
  }
}
