import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom, default deny. `from` and `to` are the beginnings of paths in the checkout; the first row whose
 * `from` fits a file decides. Packages are named as they are imported. A test at the end plants violations.
 */
const NOUNS = ['accounts', 'books', 'categories', 'images', 'orders', 'payments']
const nouns = (suffix: RegExp) => (to: string) =>
  NOUNS.some((noun) => to.startsWith(`server/${noun}/`)) && suffix.test(to)
const isTest = /\.test\.ts$/
const inFolder =
  (...folders: string[]) =>
  (to: string) =>
    folders.some((folder) => to.startsWith(folder))

type Allowed = (to: string) => boolean
const rules: [what: string, from: RegExp, allowed: Allowed[]][] = [
  ['tests', isTest, [() => true]],
  ['test kit and journeys', /^tests\//, [() => true]],
  ['contract', /^contract\//, [inFolder('contract/'), is('zod/mini')]],
  [
    'screens’ entry on the server',
    /^client\/entry\.server\.tsx$|^client\/routes\.ts$/,
    [inFolder('client/', 'contract/'), isPackage],
  ],
  [
    'client',
    /^client\//,
    [
      inFolder('client/', 'contract/'),
      is(
        'react',
        'react/jsx-runtime',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'react-router',
        'react-router/dom',
        'zod/mini',
        '@tanstack/react-query',
        '@stripe/stripe-js/pure',
        '@stripe/stripe-js',
      ),
      inFolder('@fontsource'),
    ],
  ],
  [
    'rules',
    /^server\/\w+\/[\w-]+\.rules\.ts$/,
    [inFolder('contract/'), nouns(/\.sql\.ts$/), inFolder('server/ports/'), is('node:crypto')],
  ],
  [
    'sql',
    /^server\/\w+\/[\w-]+\.sql\.ts$/,
    [inFolder('contract/', 'server/database/schema.ts', 'server/http/cursor.ts'), nouns(/\.sql\.ts$/), is('kysely')],
  ],
  [
    'routes',
    /^server\/\w+\/[\w-]+\.routes\.ts$/,
    [inFolder('contract/', 'server/http/', 'server/services.ts'), nouns(/\.ts$/), is('fastify')],
  ],
  ['ports', /^server\/ports\//, [inFolder('server/ports/', 'contract/')]],
  [
    'providers',
    /^server\/providers\//,
    [
      inFolder(
        'server/providers/',
        'server/ports/',
        'contract/',
        'server/secrets/',
        'server/database/schema.ts',
        'server/images/',
      ),
      isPackage,
    ],
  ],
  ['database', /^server\/database\//, [inFolder('server/database/'), isPackage]],
  ['secrets', /^server\/secrets\//, [inFolder('server/secrets/'), isPackage]],
  [
    'http',
    /^server\/http\//,
    [
      inFolder(
        'server/http/',
        'contract/',
        'server/services.ts',
        'server/config.ts',
        'server/ports/',
        'server/accounts/find-member.ts',
      ),
      isPackage,
    ],
  ],
  [
    'start and wiring',
    /^server\/(start|open-shop|open-database|build-server|explain-failure|catalogue-reads|config|services)\.ts$/,
    [inFolder('server/', 'contract/'), isPackage],
  ],
  [
    'jobs',
    /^server\/jobs\//,
    [inFolder('server/jobs/', 'server/services.ts', 'server/database/schema.ts'), nouns(/\.ts$/), isPackage],
  ],
  [
    'demo',
    /^server\/demo\//,
    [
      inFolder(
        'server/demo/',
        'contract/',
        'server/services.ts',
        'server/ports/',
        'server/database/schema.ts',
        'server/secrets/',
      ),
      nouns(/\.ts$/),
      isPackage,
    ],
  ],
  [
    'use cases',
    /^server\/\w+\//,
    [
      inFolder(
        'contract/',
        'server/ports/',
        'server/services.ts',
        'server/database/schema.ts',
        'server/http/cursor.ts',
        'server/jobs/add-job.ts',
      ),
      nouns(/(?<!\.routes)\.ts$/),
      is('kysely', 'zod/mini', 'jose', 'node:crypto', 'node:os'),
      (to) => to === 'sharp' || to === 'thumbhash',
    ],
  ],
  ['tools and bench', /^(tools|bench)\//, [inFolder('tools/', 'bench/', 'server/', 'contract/'), isPackage]],
  ['settings of the tools', /^[\w.-]+\.ts$/, [isPackage, inFolder('tests/', 'tools/')]],
]

function is(...names: string[]): Allowed {
  return (to) => names.includes(to)
}
function isPackage(to: string): boolean {
  return !/^(client|contract|server|tests|tools|bench)\//.test(to)
}

/** What is wrong with one import; null when it is allowed. */
function violation(from: string, specifier: string): string | null {
  if (specifier.startsWith('../') && leavesFolder(from, specifier))
    return `${from}: ${specifier} goes up; import across folders with #…`
  const to = resolve(from, specifier)
  if (
    !isTest.test(from) &&
    !from.startsWith('tests/') &&
    (isTest.test(to) || to.startsWith('tests/')) &&
    !/^[\w.-]+\.ts$/.test(from)
  ) {
    return `${from}: ${to} belongs to the tests`
  }
  if (/^server\/start\.ts$/.test(to)) return `${from}: start.ts acts on import`
  if (
    to.startsWith('server/providers/') &&
    !from.startsWith('server/providers/') &&
    from !== 'server/open-shop.ts' &&
    !isTest.test(from) &&
    !from.startsWith('tests/')
  ) {
    return `${from}: only open-shop.ts knows the providers`
  }
  const rule = rules.find(([, pattern]) => pattern.test(from))
  if (!rule) return `${from}: no row of the table says what it may import`
  return rule[2].some((allowed) => allowed(to)) ? null : `${from} (${rule[0]}) may not import ${to}`
}

/** `../` is for a folder inside a folder, never out of one of the table's. */
function leavesFolder(from: string, specifier: string): boolean {
  const folder = (file: string) => file.split('/').slice(0, 2).join('/')
  return specifier.startsWith('../../') || folder(resolve(from, specifier)) !== folder(from)
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
    : specifier
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const importsOf = (source: string) =>
  [...source.matchAll(IMPORT)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')

async function sourceFiles(): Promise<string[]> {
  const folders = ['contract', 'server', 'client', 'tests', 'tools', 'bench']
  const nested = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => path.posix.join(folder, file)),
    ),
  )
  return nested.flat().filter((file) => /\.tsx?$/.test(file))
}

describe('who imports whom', () => {
  test('every import is in the table', async () => {
    const files = await sourceFiles()
    const imports = (
      await Promise.all(
        files.map(async (file) => importsOf(await readFile(file, 'utf8')).map((specifier) => ({ file, specifier }))),
      )
    ).flat()
    // A reader that finds nothing would find no violation either.
    expect(imports.length).toBeGreaterThan(300)
    expect(imports.flatMap(({ file, specifier }) => violation(file, specifier) ?? [])).toEqual([])
  })

  test.each([
    ['client/screens/home/home.tsx', '#server/books/books.sql.ts'],
    ['client/parts/money.tsx', 'pg'],
    ['contract/books.ts', 'zod'],
    ['server/orders/orders.rules.ts', '#server/http/guards.ts'],
    ['server/orders/orders.sql.ts', './buy-book.ts'],
    ['server/orders/buy-book.ts', '#server/providers/stripe/stripe-payments.ts'],
    ['server/orders/buy-book.ts', 'fastify'],
    ['server/orders/buy-book.ts', '#server/payments/payments.routes.ts'],
    ['server/orders/buy-book.ts', '../books/books.sql.ts'],
    ['server/providers/stripe/stripe-payments.ts', '#server/orders/orders.sql.ts'],
    ['server/books/add-book.ts', '#tests/kit/people-and-books.ts'],
    ['tools/import.ts', '#server/start.ts'],
    ['tools/import.ts', '#server/providers/stripe/stripe-payments.ts'],
    ['somewhere/else.ts', './else.ts'],
  ])('%s importing %s is caught', (from, specifier) => {
    expect(violation(from, specifier)).not.toBeNull()
  })

  test.each([
    "import { a } from '#server/x.ts'",
    "import '#server/x.ts'",
    "const a = await import('#server/x.ts')",
    "export { a } from '#server/x.ts'",
    "import {\n  a,\n  b,\n} from '#server/x.ts'",
  ])('%j is read as an import', (source) => {
    expect(importsOf(source)).toEqual(['#server/x.ts'])
  })
})
