import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom, default deny. `from` and `to` are paths in the checkout, a package is `npm:` and its name; the
 * first row whose `from` fits a file decides. A test at the end plants violations.
 */
const NOUNS = 'accounts|books|categories|images|orders|payments'
const noun = (file: string) => new RegExp(`^server/(${NOUNS})/[\\w.-]+${file}$`)
const nouns = (file: string) => (to: string) => noun(file).test(to)
const useCases = nouns(String.raw`(?<!\.(routes|test))\.ts`)
const isTest = /\.test\.ts$/

type Allowed = (to: string) => boolean
const inFolder =
  (...folders: string[]): Allowed =>
  (to) =>
    folders.some((folder) => to.startsWith(folder))
const files =
  (...names: string[]): Allowed =>
  (to) =>
    names.includes(to)
/** With everything below them: `jose`, `react-router/dom`. */
const packages =
  (...names: string[]): Allowed =>
  (to) =>
    names.some((name) => to === `npm:${name}` || to.startsWith(`npm:${name}/`))
const node: Allowed = (to) => to.startsWith('npm:node:')
const anyPackage: Allowed = (to) => to.startsWith('npm:')

/** One folder of providers: the ports, itself, and the SDK of its outsider. */
const provider = (name: string, ...sdk: string[]): [string, RegExp, Allowed[]] => [
  `provider ${name}`,
  new RegExp(`^server/providers/${name}/`),
  [
    inFolder(`server/providers/${name}/`, 'server/ports/', 'contract/'),
    files(
      'server/escape-html.ts',
      'server/secrets/kept-secrets.ts',
      'server/database/open-pool.ts',
      'server/database/trouble.ts',
    ),
    packages('zod', ...sdk),
    node,
  ],
]

const rooms = (...names: string[]) => inFolder(...names.map((name) => `client/${name}/`))

/** A room of the client: itself, the rooms below it, the contract, the drawn covers and the packages it is made of. */
const room = (name: string, below: string[], ...made: string[]): [string, RegExp, Allowed[]] => [
  `room ${name}`,
  new RegExp(`^client/${name}/`),
  [rooms(name, ...below), inFolder('contract/', 'cover/'), files(...made.map((part) => `npm:${part}`))],
]

const rules: [what: string, from: RegExp, allowed: Allowed[]][] = [
  ['tests', isTest, [() => true]],
  ['test kit and journeys', /^tests\//, [() => true]],
  ['contract', /^contract\//, [inFolder('contract/'), files('npm:zod/mini')]],
  ['drawing of covers', /^cover\//, [inFolder('cover/')]],
  ['addresses of the screens', /^client\/app\/routes\.ts$/, [packages('@react-router/dev')]],
  [
    'screens’ entry on the server',
    /^client\/app\/entry\.server\.tsx$/,
    [
      inFolder('client/app/', 'contract/'),
      files('client/api/screen-services.ts'),
      packages('react-dom', 'react-router'),
      node,
    ],
  ],
  [
    'frame of every page',
    /^client\/app\//,
    [
      rooms('app', 'session', 'ui', 'api', 'look'),
      inFolder('contract/', 'npm:@fontsource-variable/'),
      packages('react', 'react-router', 'react-dom/client'),
    ],
  ],
  [
    'screens',
    /^client\/screens\//,
    [
      rooms('screens', 'orders', 'buying', 'books', 'session', 'lists', 'forms', 'ui', 'api'),
      inFolder('contract/'),
      packages('react', 'react-router', '@tanstack/react-query', '@stripe/stripe-js', 'qr'),
      files('npm:zod/mini'),
    ],
  ],
  // A room's own files are in the first load of public pages: what brings the query library along lies in a folder.
  room('orders', ['forms', 'ui', 'api'], 'react', 'react-router', '@tanstack/react-query'),
  room(
    'buying/form',
    ['books', 'session', 'forms', 'ui', 'api'],
    'react',
    'react-router',
    '@tanstack/react-query',
    'zod/mini',
  ),
  room('buying', ['session', 'ui'], 'react', 'react-router'),
  room('books/members', ['books', 'lists', 'ui'], 'react', 'react-router', '@tanstack/react-query'),
  room('books', ['lists', 'ui', 'api'], 'react', 'react-router'),
  room('session', ['forms', 'ui', 'api'], 'react', 'react-router', '@tanstack/react-query', 'zod/mini'),
  room('lists/tables', ['lists', 'ui'], 'react', 'react-router', '@tanstack/react-query'),
  room('lists', ['ui'], 'react', 'react-router'),
  room('forms', ['ui', 'api'], 'react', 'zod/mini'),
  room('ui', ['api'], 'react', 'react-router'),
  room('api', [], 'react-router', 'zod/mini'),
  ['look', /^client\/look\//, [rooms('look'), inFolder('contract/')]],
  [
    'rules',
    noun(String.raw`\.rules\.ts`),
    [inFolder('contract/', 'server/ports/'), nouns(String.raw`\.sql\.ts`), files('npm:node:crypto')],
  ],
  [
    'sql',
    /^server\/\w+\/[\w-]+\.sql\.ts$/,
    [
      inFolder('contract/'),
      files(
        'server/database/schema.ts',
        'server/database/ordering.ts',
        'server/database/pictures-stay.ts',
        'npm:kysely',
        'npm:zod/mini',
      ),
      nouns(String.raw`\.sql\.ts`),
    ],
  ],
  [
    'routes',
    noun(String.raw`\.routes\.ts`),
    [inFolder('contract/'), files('server/http/call-route.ts', 'server/services.ts', 'npm:fastify'), useCases],
  ],
  ['the one way to sharp', /^server\/images\/sharp\.ts$/, [files('npm:sharp')]],
  [
    'use cases',
    noun(String.raw`\.ts`),
    [
      inFolder('contract/', 'server/ports/'),
      files('server/services.ts', 'server/database/schema.ts', 'server/http/cursor.ts'),
      files('server/jobs/add-job.ts', 'server/jobs/add-mail.ts'),
      useCases,
      files('npm:zod/mini', 'npm:jose', 'npm:node:crypto', 'npm:node:os'),
    ],
  ],
  [
    'sharing',
    /^server\/sharing\//,
    [
      inFolder('server/sharing/', 'contract/', 'cover/'),
      files('server/services.ts', 'server/escape-html.ts'),
      useCases,
      packages('fontkit', 'fastify'),
      node,
    ],
  ],
  ['ports', /^server\/ports\//, [inFolder('server/ports/', 'contract/')]],
  provider('card-simulator', 'fastify', 'kysely'),
  provider('disk-images', 'fastify', '@fastify/static'),
  provider('embedded-identity', 'better-auth', '@better-auth/core', 'jose', 'pg'),
  provider('google-stand-in', 'jose', 'oidc-provider'),
  provider('mail', 'nodemailer'),
  provider('stripe', 'stripe'),
  ['database', /^server\/database\//, [inFolder('server/database/'), packages('kysely', 'pg'), node]],
  ['secrets', /^server\/secrets\//, [inFolder('server/secrets/'), packages('zod'), node]],
  [
    'http',
    /^server\/http\//,
    [
      inFolder('server/http/', 'contract/', 'server/ports/'),
      files('server/services.ts', 'server/config.ts', 'server/escape-html.ts', 'server/accounts/require-member.ts'),
      files('server/database/trouble.ts', 'server/database/ordering.ts'),
      packages('fastify', '@fastify', '@remix-run/node-fetch-server', 'kysely', 'pino', 'zod'),
      node,
    ],
  ],
  [
    'jobs',
    /^server\/jobs\//,
    [
      inFolder('server/jobs/', 'server/ports/'),
      files('server/services.ts', 'server/database/schema.ts', 'server/secrets/sealer.ts'),
      files('npm:node:crypto', 'npm:node:events', 'npm:node:timers/promises'),
      useCases,
      packages('graphile-worker', 'kysely', 'pg'),
    ],
  ],
  [
    'backup',
    /^server\/backup\//,
    [
      inFolder('server/backup/', 'server/database/'),
      files('server/services.ts', 'server/config.ts'),
      packages('pg', 'pg-copy-streams', 'modern-tar', 'graphile-worker', 'zod'),
      node,
    ],
  ],
  [
    'demo',
    /^server\/demo\//,
    [
      inFolder('server/demo/', 'contract/'),
      files('server/services.ts', 'server/database/schema.ts', 'server/secrets/kept-secrets.ts'),
      useCases,
      packages('zod'),
      node,
    ],
  ],
  [
    'pages of text',
    /^server\/pages\//,
    [
      inFolder('server/pages/', 'contract/'),
      files('server/escape-html.ts', 'server/config.ts', 'server/database/operator-error.ts'),
      packages('marked'),
      node,
    ],
  ],
  [
    'configuration',
    /^server\/config(\.ts$|\/)/,
    [inFolder('server/config/'), files('contract/currency-codes.ts'), packages('zod', 'node:path')],
  ],
  ['the environment', /^server\/given-environment\.ts$/, []],
  ['what tools find of it', /^server\/last-start\.ts$/, [files('server/config/settings.ts'), node]],
  ['text', /^server\/escape-html\.ts$/, []],
  [
    'what everybody is given',
    /^server\/services\.ts$/,
    [
      inFolder('contract/', 'server/ports/'),
      files('server/database/schema.ts', 'server/accounts/club-token.ts', 'server/secrets/sealer.ts'),
    ],
  ],
  [
    'start and wiring',
    /^server\/(start|open-shop|open-database|build-server|explain-failure|remove-litter|catalogue-reads)\.ts$/,
    [inFolder('server/', 'contract/'), anyPackage],
  ],
  ['before anything is installed', /^tools\/(run|run\/[\w-]+)\.mjs$/, [inFolder('tools/run/'), node]],
  [
    'tools that look at the screens, or test them',
    /^tools\/(screens|lighthouse|test\.ts)/,
    [
      inFolder('tools/', 'tests/kit/'),
      files('client/app/routes.ts', 'server/database/embedded/free-port.ts'),
      packages('@playwright/test', 'lighthouse'),
      node,
    ],
  ],
  ['tools and bench', /^(tools|bench)\//, [inFolder('tools/', 'bench/', 'server/', 'contract/'), anyPackage]],
  ['settings of the tools', /^[\w.-]+\.ts$/, [anyPackage, inFolder('tests/kit/', 'tools/')]],
]

/** What is wrong with one import; null when it is allowed. */
function violation(from: string, specifier: string): string | null {
  if (specifier.startsWith('../') && leavesFolder(from, specifier))
    return `${from}: ${specifier} goes up; import across folders with #…`
  const to = resolve(from, specifier)
  if (to === 'server/start.ts') return `${from}: start.ts acts on import`
  const isOfTests = isTest.test(from) || from.startsWith('tests/')
  if (!isOfTests && to.startsWith('server/providers/') && !/^server\/(providers\/|open-shop\.ts$)/.test(from))
    return `${from}: only open-shop.ts knows the providers`
  if (!isOfTests && isTest.test(to)) return `${from}: ${to} is a test`
  const screen = screenOf(to)
  if (screen && screenOf(from) && screen !== screenOf(from))
    return `${from}: a screen knows no other screen; what two of them show lies in a room`
  const rule = rules.find(([, pattern]) => pattern.test(from))
  if (!rule) return `${from}: no row of the table says what it may import`
  return rule[2].some((allowed) => allowed(to)) ? null : `${from} (${rule[0]}) may not import ${to}`
}

const screenOf = (file: string) => /^client\/screens\/([\w-]+)\//.exec(file)?.[1]

/** `../` is for a folder inside a folder, never out of one of the table's. */
function leavesFolder(from: string, specifier: string): boolean {
  const folder = (file: string) => file.split('/').slice(0, 2).join('/')
  return specifier.startsWith('../../') || folder(resolve(from, specifier)) !== folder(from)
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
    : `npm:${specifier}`
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const importsOf = (source: string) =>
  [...source.matchAll(IMPORT)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')

async function sourceFiles(): Promise<string[]> {
  const folders = ['contract', 'cover', 'server', 'client', 'tests', 'tools', 'bench']
  const nested = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => path.posix.join(folder, file)),
    ),
  )
  return [...(await readdir('.')), ...nested.flat()].filter((file) => /\.(tsx?|mjs)$/.test(file))
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
    ['client/ui/money.tsx', 'pg'],
    ['client/ui/money.tsx', '#client/screens/home/home.tsx'],
    ['client/screens/home/home.tsx', '#client/screens/login/login.tsx'],
    ['client/session/session.ts', '#client/screens/login/login.tsx'],
    ['contract/books.ts', 'zod'],
    ['cover/draw-cover.ts', 'react'],
    ['cover/draw-cover.ts', 'node:crypto'],
    ['cover/draw-cover.ts', '#contract/books.ts'],
    ['server/orders/orders.rules.ts', '#server/http/guards.ts'],
    ['server/orders/orders.sql.ts', './buy-book.ts'],
    ['server/orders/buy-book.ts', '#server/providers/stripe/stripe-payments.ts'],
    ['server/orders/buy-book.ts', 'fastify'],
    ['server/orders/buy-book.ts', 'kysely'],
    ['server/orders/orders.routes.ts', '#server/payments/payments.routes.ts'],
    ['server/books/add-book.ts', 'sharp'],
    ['server/orders/buy-book.ts', '#server/payments/payments.routes.ts'],
    ['server/orders/buy-book.ts', '../books/books.sql.ts'],
    ['server/providers/stripe/stripe-payments.ts', '#server/orders/orders.sql.ts'],
    ['server/providers/stripe/stripe-payments.ts', '#server/providers/mail/smtp-mail.ts'],
    ['server/providers/stripe/stripe-payments.ts', 'pg'],
    ['server/providers/carrier/pigeon.ts', '#server/ports/mail.ts'],
    ['server/shelves/shelve.ts', '#contract/books.ts'],
    ['server/config.ts', './open-shop.ts'],
    ['tools/run.mjs', 'zod'],
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
