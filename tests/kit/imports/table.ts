import { anyPackage, files, inFolder, node, packages, type Row } from './allowed.ts'
import { clientRows } from './client-rows.ts'
import { resolve } from './read-imports.ts'
import { ofServer, serverRows } from './server-rows.ts'

const isTest = /\.test\.ts$/

/** Import rules, default deny: the first row whose pattern matches a file decides. */
const rows: Row[] = [
  ['tests', isTest, [() => true]],
  ['test kit and journeys', /^tests\//, [() => true]],
  ['contract', /^contract\//, [inFolder('contract/'), files('npm:zod/mini')]],
  ['drawing of covers', /^cover\//, [inFolder('cover/')]],
  ...clientRows,
  ...serverRows,
  ['before anything is installed', /^tools\/(run|run\/[\w-]+)\.mjs$/, [inFolder('tools/run/'), node]],
  [
    'tools that look at the screens, or run the tests',
    /^tools\/(screens|lighthouse|interactions|size|outside|(run-tests|test|mutate)\.ts)/,
    [
      inFolder('tools/', 'tests/kit/'),
      files('contract/screens.ts', 'server/database/embedded/free-port.ts', 'server/images/sharp.ts'),
      files('server/files/hash-file.ts'),
      packages('@playwright/test', 'lighthouse'),
      node,
    ],
  ],
  [
    'the shop’s own statements on a bare server',
    /^bench\/bare-server\.ts$/,
    [
      inFolder('bench/'),
      ofServer,
      files('server/books/books.sql.ts', 'server/books/book-orderings.sql.ts', 'server/orders/order-changes.sql.ts'),
      anyPackage,
    ],
  ],
  ['what breaks the shop', /^tools\/chaos\//, [inFolder('tools/', 'tests/', 'contract/'), ofServer, anyPackage]],
  [
    'what measures the search',
    /^tools\/relevance\//,
    [inFolder('tools/', 'contract/', 'tests/kit/search/'), ofServer, anyPackage],
  ],
  [
    'what groups the spellings of names',
    /^tools\/names\//,
    [
      inFolder('tools/'),
      files(
        'server/search/spelling.rules.ts',
        'server/search/understanding/names.rules.ts',
        'server/search/understanding/sounds.rules.ts',
        'server/search/words.rules.ts',
      ),
      node,
    ],
  ],
  ['tools and bench', /^(tools|bench)\//, [inFolder('tools/', 'bench/', 'contract/'), ofServer, anyPackage]],
  [
    'settings of the tools',
    /^[\w.-]+\.ts$/,
    [anyPackage, inFolder('tests/kit/', 'tools/'), files('contract/screens.ts')],
  ],
]

/** The fault of an import; null when it is allowed. */
export function violation(from: string, specifier: string): string | null {
  if (specifier.startsWith('../') && leavesFolder(from, specifier))
    return `${from}: ${specifier} goes up; import across folders with #…`
  const to = resolve(from, specifier)
  if (to === 'server/start.ts') return `${from}: start.ts acts on import`
  const isOfTests = isTest.test(from) || from.startsWith('tests/')
  if (
    !isOfTests &&
    to.startsWith('server/providers/') &&
    !/^server\/(providers\/|open-(shop|cards|stores|lookups|mail|identity|checks|domain)\.ts$)/.test(from)
  )
    return `${from}: only open-shop.ts, open-cards.ts, open-stores.ts, open-lookups.ts, open-mail.ts, open-identity.ts, open-checks.ts and open-domain.ts know the providers`
  if (!isOfTests && isTest.test(to)) return `${from}: ${to} is a test`
  const screen = screenOf(to)
  if (screen && screenOf(from) && screen !== screenOf(from))
    return `${from}: a screen knows no other screen; what two of them show lies in a room`
  const rule = rows.find(([, pattern]) => pattern.test(from))
  if (!rule) return `${from}: no row of the table says what it may import`
  return rule[2].some((allowed) => allowed(to, from)) ? null : `${from} (${rule[0]}) may not import ${to}`
}

const screenOf = (file: string) => /^client\/screens\/([\w-]+)\//.exec(file)?.[1]

/** `../` is for a folder inside a folder, never out of one of the table's. */
function leavesFolder(from: string, specifier: string): boolean {
  const folder = (file: string) => file.split('/').slice(0, 2).join('/')
  return specifier.startsWith('../../') || folder(resolve(from, specifier)) !== folder(from)
}
