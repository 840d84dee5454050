import { anyPackage, files, inFolder, node, packages, type Allowed, type Row } from './allowed.ts'
import { isPublished, levelOf, LEVELS, nounOf } from './levels.ts'

const noun = (file: string) => new RegExp(`^server/(${LEVELS.flat().join('|')})/(?:[\\w-]+/)?[\\w.-]+${file}$`)
/** What lies in the same noun's folder, but its routes. */
const ofOwnNoun =
  (which = /(?<!\.routes)\.ts$/): Allowed =>
  (to, from) =>
    nounOf(to) !== null && nounOf(to) === nounOf(from) && which.test(to)
/** What the nouns below publish. */
const ofLowerNouns =
  (which = /\.ts$/): Allowed =>
  (to, from) =>
    nounOf(to) !== null && levelOf(to) < levelOf(from) && isPublished(to) && which.test(to)

/** The server without its nouns' private files. */
export const ofServer: Allowed = (to) => to.startsWith('server/') && (nounOf(to) === null || isPublished(to))

/** A row for a provider's folder: it may import the ports, itself, and its SDK. */
const provider = (name: string, ...sdk: string[]): Row => [
  `provider ${name}`,
  new RegExp(`^server/providers/${name}/`),
  [
    inFolder(`server/providers/${name}/`, 'server/ports/', 'contract/'),
    files(
      'server/html/escape-html.ts',
      'server/files/sync-folder.ts',
      'server/files/read-up-to.ts',
      'server/secrets/stored-secrets.ts',
      'server/database/open-pool.ts',
      'server/database/trouble.ts',
    ),
    packages('zod', ...sdk),
    node,
  ],
]

/** What the files of the server may import. */
export const serverRows: Row[] = [
  [
    'rules',
    noun(String.raw`\.rules\.ts`),
    [
      inFolder('contract/', 'server/ports/'),
      ofOwnNoun(/\.(columns|sql|public|rules)\.ts$/),
      files('npm:node:crypto', 'server/database/search-words.ts'),
    ],
  ],
  // Before the row of its name.
  ['the one way to isbn3', /^server\/books\/hyphenate-isbn\.public\.ts$/, [packages('isbn3')]],
  [
    'columns, sql, and what of it others may use',
    noun(String.raw`\.(columns|sql|public)\.ts`),
    [
      inFolder('contract/'),
      files(
        'server/tracing/work-notes.ts',
        'server/database/schema.ts',
        'server/database/add-job.ts',
        'server/database/advisory-locks.ts',
        'server/database/columns.ts',
        'server/database/selection.ts',
        'server/database/prepared-statements.ts',
        'server/database/buckets/buckets.ts',
        'server/database/buckets/shown-buckets.ts',
        'server/database/ordering.ts',
        'server/database/search-words.ts',
        'npm:kysely',
        'npm:zod/mini',
      ),
      ofOwnNoun(/\.(columns|sql|public|rules)\.ts$/),
      ofLowerNouns(/\.(columns|public)\.ts$/),
    ],
  ],
  [
    'shapes of views',
    /^server\/views\/[\w-]+\.shape\.ts$/,
    [inFolder('contract/'), ofOwnNoun(), (to) => noun(String.raw`\.shape\.ts`).test(to)],
  ],
  [
    'routes',
    noun(String.raw`\.routes\.ts`),
    [
      inFolder('contract/'),
      files(
        'server/http/call-route.ts',
        'server/http/mail-pages/send-mail-page.ts',
        'server/http/forms/read-form-file.ts',
        'server/http/forms/upload-limiter.ts',
      ),
      files('server/services.ts', 'server/ports/shop-backups.ts', 'npm:fastify', 'npm:node:stream'),
      ofOwnNoun(),
      ofLowerNouns(),
    ],
  ],
  ['the one way to sharp', /^server\/images\/sharp\.ts$/, [files('npm:sharp', 'npm:node:module')]],
  [
    'the reader of lists',
    /^server\/books\/import\/read-list\.ts$/,
    [inFolder('contract/'), ofOwnNoun(), packages('entities')],
  ],
  [
    'use cases',
    noun(String.raw`\.ts`),
    [
      inFolder('contract/', 'server/ports/'),
      files('server/services.ts', 'server/database/schema.ts', 'server/database/cursor.ts'),
      files('server/database/search-words.ts', 'server/database/advisory-locks.ts', 'server/database/budget.ts'),
      files('server/database/buckets/shown-buckets.ts'),
      files('server/database/add-job.ts', 'server/database/within-transaction.ts'),
      inFolder('server/mail/'),
      ofOwnNoun(),
      ofLowerNouns(),
      files('npm:zod/mini', 'npm:jose', 'npm:node:crypto', 'npm:node:os'),
    ],
  ],
  [
    'sharing',
    /^server\/sharing\//,
    [
      inFolder('server/sharing/', 'contract/', 'cover/'),
      files('server/services.ts', 'server/html/escape-html.ts', 'server/database/budget.ts'),
      ofLowerNouns(),
      packages('harfbuzzjs', 'bidi-js', 'fastify'),
      node,
    ],
  ],
  [
    'emails',
    /^server\/mail\//,
    [
      inFolder('server/mail/', 'server/ports/'),
      files(
        'contract/mail-blocks.ts',
        'contract/mail-links.ts',
        'contract/sharing.ts',
        'contract/palette.ts',
        'contract/site.ts',
      ),
      files('server/services.ts', 'server/secrets/sealer.ts', 'server/html/escape-html.ts'),
      files('server/database/add-job.ts', 'server/database/schema.ts', 'npm:zod/mini'),
    ],
  ],
  ['ports', /^server\/ports\//, [inFolder('server/ports/', 'contract/')]],
  provider('card-simulator', 'fastify', 'kysely', 'stripe'),
  provider('disk-archives', 'client-zip'),
  provider('disk-images', 'fastify', '@fastify/static'),
  provider('firebase', 'jose'),
  provider(
    'embedded-identity',
    'better-auth',
    '@better-auth/core',
    '@better-auth/utils',
    '@simplewebauthn/server',
    'jose',
    'pg',
  ),
  provider('cdn'),
  provider('imgbb'),
  provider('google-stand-in', 'jose', 'oidc-provider'),
  provider('mail', 'nodemailer'),
  provider('open-library'),
  provider('payouts-by-hand'),
  provider('release-page'),
  provider('s3', 'aws4fetch'),
  provider('stripe', 'stripe'),
  [
    'database',
    /^server\/database\//,
    [
      inFolder('server/database/', 'contract/'),
      files('server/files/make-folder.ts', 'server/tracing/work-notes.ts'),
      packages('graphile-worker', 'kysely', 'pg', 'zod'),
      node,
    ],
  ],
  [
    'secrets',
    /^server\/secrets\//,
    [
      inFolder('server/secrets/', 'server/database/marks/'),
      files('server/files/make-folder.ts', 'server/config.ts'),
      files('server/database/operator-error.ts', 'server/database/schema.ts'),
      packages('zod'),
      node,
    ],
  ],
  [
    'http',
    /^server\/http\//,
    [
      inFolder('server/http/', 'contract/', 'server/ports/'),
      files('server/services.ts', 'server/config.ts', 'server/config/is-loopback.ts', 'server/html/escape-html.ts'),
      files('server/secrets/secret-guard.ts'),
      files('server/database/operator-error.ts', 'server/mail/mail-paint.ts'),
      files('server/database/trouble.ts', 'server/database/catalogue-watch.ts', 'server/database/message-watch.ts'),
      files('server/database/budget.ts'),
      inFolder('server/database/buckets/', 'server/tracing/'),
      files('server/database/circuit-breaker.ts', 'server/database/replicas/replicas.ts'),
      packages('@opentelemetry', 'fastify', '@fastify', '@remix-run/node-fetch-server', 'kysely', 'pino', 'zod'),
      node,
    ],
  ],
  [
    'jobs',
    /^server\/jobs\//,
    [
      inFolder('server/jobs/', 'server/ports/'),
      files(
        'server/services.ts',
        'server/database/schema.ts',
        'server/database/open-pool.ts',
        'server/database/trouble.ts',
        'server/database/catalogue-watch.ts',
      ),
      files('server/database/add-job.ts', 'server/database/reaching/share-next.ts', 'server/tracing/spans.ts'),
      inFolder('server/mail/', 'server/database/buckets/', 'server/database/purges/'),
      files('contract/duration.ts', 'contract/href.ts', 'contract/mail-words.ts'),
      files('npm:node:crypto', 'npm:node:events', 'npm:node:timers/promises'),
      ofLowerNouns(),
      packages('graphile-worker', 'kysely', 'pg'),
    ],
  ],
  [
    'tracing',
    /^server\/tracing\//,
    [
      inFolder('server/tracing/'),
      files('server/services.ts', 'server/config.ts', 'server/config/version.ts'),
      packages('@opentelemetry'),
      node,
    ],
  ],
  [
    'metrics',
    /^server\/metrics\//,
    [
      inFolder('server/metrics/', 'server/ports/'),
      files('server/services.ts', 'server/config.ts', 'server/config/version.ts', 'server/jobs/jobs.sql.ts'),
      files(
        'server/database/budget.ts',
        'server/database/circuit-breaker.ts',
        'server/database/open-pools.ts',
        'server/database/replicas/replicas.ts',
        'server/database/schema.ts',
      ),
      ofLowerNouns(),
      node,
    ],
  ],
  [
    'backup',
    /^server\/backup\//,
    [
      inFolder('server/backup/', 'server/database/', 'server/ports/'),
      files('server/services.ts', 'server/config.ts', 'server/config/version.ts'),
      inFolder('server/files/'),
      files('contract/images/image-addresses.ts', 'contract/settings/backups.ts', 'contract/wording.ts'),
      packages('pg', 'pg-copy-streams', 'modern-tar', 'zod'),
      node,
    ],
  ],
  [
    'proof of an update',
    /^server\/proving\//,
    [
      inFolder('server/proving/', 'contract/'),
      files('server/services.ts', 'server/files/make-folder.ts', 'server/files/sync-folder.ts'),
      files('server/database/operator-error.ts', 'server/database/embedded/ownership.ts'),
      ofLowerNouns(),
      packages('fastify', 'zod'),
      node,
    ],
  ],
  [
    'doctor',
    /^server\/doctor\//,
    [
      inFolder('server/doctor/', 'server/ports/', 'server/database/', 'server/backup/'),
      files('server/config.ts', 'server/config/version.ts', 'server/jobs/jobs.sql.ts', 'server/jobs/read-jobs.ts'),
      files('contract/duration.ts', 'contract/images/image-addresses.ts', 'contract/settings/health-checks.ts'),
      files('contract/dashboard.ts', 'contract/wording.ts', 'server/metrics/at-most-every.ts', 'server/services.ts'),
      ofLowerNouns(),
      packages('pg'),
      node,
    ],
  ],
  [
    'demo',
    /^server\/demo\//,
    [
      inFolder('server/demo/', 'contract/', 'server/ports/'),
      files('server/services.ts', 'server/database/schema.ts', 'server/secrets/stored-secrets.ts'),
      files('server/database/unbook-jobs.ts', 'server/database/within-transaction.ts'),
      ofLowerNouns(),
      packages('kysely', 'zod'),
      node,
    ],
  ],
  [
    'pages of text',
    /^server\/pages\//,
    [
      inFolder('server/pages/', 'contract/'),
      files('server/html/escape-html.ts', 'server/services.ts', 'server/database/operator-error.ts'),
      packages('marked'),
      node,
    ],
  ],
  [
    'configuration',
    /^server\/config(\.ts$|\/)/,
    [
      inFolder('server/config/'),
      files(
        'contract/duration.ts',
        'contract/money/club-fee.ts',
        'contract/money/currency-codes.ts',
        'contract/settings/shop-settings.ts',
        'contract/site.ts',
      ),
      packages('zod', 'node:path', 'node:crypto', 'node:fs', 'node:os', 'node:util'),
    ],
  ],
  ['the environment', /^server\/given-environment\.ts$/, []],
  [
    'workers',
    /^server\/workers\//,
    [
      inFolder('server/workers/', 'server/metrics/', 'server/ports/'),
      files('server/services.ts', 'server/database/operator-error.ts'),
      node,
    ],
  ],
  ['systemd', /^server\/systemd\//, [inFolder('server/systemd/'), node]],
  [
    'what tools find of it',
    /^server\/last-start\.ts$/,
    [files('server/config/settings.ts', 'server/config/secret-files.ts', 'server/files/make-folder.ts'), node],
  ],
  ['files and folders', /^server\/files\//, [node]],
  ['text in pages', /^server\/html\//, []],
  [
    'what everybody is given',
    /^server\/services\.ts$/,
    [
      inFolder('contract/', 'server/ports/'),
      files('server/database/schema.ts', 'server/accounts/accounts.public.ts', 'server/accounts/club-token.ts'),
      files('server/secrets/sealer.ts'),
    ],
  ],
  [
    'start and wiring',
    /^server\/(start|run-shop|run-worker|serve-shop|open-for-people|open-shop|open-cards|open-stores|open-lookups|open-mail|open-identity|open-checks|open-domain|open-database|build-server|api-routes|server-options|explain-failure|unforeseen|remove-litter|catalogue-reads|live-settings|deployment-info|load-settings|same-shop|say)\.ts$/,
    [inFolder('contract/'), ofServer, (to) => noun(String.raw`\.routes\.ts`).test(to), anyPackage],
  ],
]
