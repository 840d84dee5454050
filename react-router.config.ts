import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const COMPRESSIBLE = /\.(?:js|css|svg|txt|webmanifest)$/
const LONG_BYTES = 200_000

/** Puts a .br and a .gz beside every file that gains from it, so that the server never compresses them itself. */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const content = await readFile(file)
      await writeFile(`${file}.br`, await pressed(content))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** By Brotli's distance parameters where they fit: a hundred bytes less of what every page loads, and more of the rest. */
function pressed(content: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants
  const forLongScripts = { [BROTLI_PARAM_LGBLOCK]: 20, [BROTLI_PARAM_NPOSTFIX]: 3, [BROTLI_PARAM_NDIRECT]: 120 }
  return promisify(brotliCompress)(content, { params: content.length > LONG_BYTES ? forLongScripts : {} })
}

export default {
  appDirectory: 'client/app',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of routes is small, and asking for it piecemeal costs a round trip per navigation.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(path.join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
