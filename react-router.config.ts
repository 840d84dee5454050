import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const COMPRESSIBLE = /\.(?:js|css|svg|txt|wasm|webmanifest)$/
const LONG_BYTES = 200_000

/** Puts a .br and a .gz beside every file that gains from it, so that the server never compresses them itself. */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const content = await readFile(file)
      await writeFile(`${file}.br`, await pressed(entry.name, content))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

const { BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT, BROTLI_PARAM_QUALITY } = constants

/** By Brotli's distance parameters where they fit: a hundred bytes less of what every page loads, and more of the rest. */
const FOR_LONG_SCRIPTS = { [BROTLI_PARAM_LGBLOCK]: 20, [BROTLI_PARAM_NPOSTFIX]: 3, [BROTLI_PARAM_NDIRECT]: 120 }
/** Of the camera's reader, which few load, once: an eighth more of it, and a third of the build's work less. */
const FOR_PROGRAMS = { [BROTLI_PARAM_QUALITY]: 9 }

function pressed(name: string, content: Buffer): Promise<Buffer> {
  const forScripts = content.length > LONG_BYTES ? FOR_LONG_SCRIPTS : {}
  return promisify(brotliCompress)(content, { params: name.endsWith('.wasm') ? FOR_PROGRAMS : forScripts })
}

const ROUTE_TABLE = /^manifest-.*\.js$/

/**
 * Takes out of the table of routes, which every page loads, what is not read there: what else each route's file
 * imports, and what a route lacks. Only links that fetch before they are pressed would ask, and there are none.
 */
async function shortenRouteTable(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => ROUTE_TABLE.test(name))) {
    const script = await readFile(path.join(folder, file), 'utf8')
    const tableAt = script.indexOf('{')
    const table = JSON.parse(script.slice(tableAt).replace(/;$/, '')) as { routes: Record<string, object> }
    const routes = Object.entries(table.routes).map(([id, route]) => [
      id,
      Object.fromEntries(Object.entries(route).filter(([name, value]) => name !== 'imports' && value !== false)),
    ])
    const shorter = { ...table, routes: Object.fromEntries(routes) }
    await writeFile(path.join(folder, file), `${script.slice(0, tableAt)}${JSON.stringify(shorter)};`)
  }
}

export default {
  appDirectory: 'client/app',
  // A folder of its own for each build, which tools/run/builds.mjs chooses.
  buildDirectory: process.env.BUILD_INTO ?? 'build/by-hand',
  ssr: true,
  // The whole table of routes is small, and asking for it piecemeal costs a round trip per navigation.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const folder = path.join(reactRouterConfig.buildDirectory, 'client')
    await shortenRouteTable(path.join(folder, 'assets'))
    await precompress(folder)
  },
} satisfies Config
