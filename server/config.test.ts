import { describe, expect, test } from 'vitest'
import { complaints } from '#tests/kit/shop/config-mistakes.ts'
import { readConfig } from './config.ts'

const live = {
  DOGEAR_MODE: 'live',
  PUBLIC_URL: 'https://books.example.org/',
  SMTP_URL: 'smtps://u:p@mail.example.org',
  MAIL_FROM: 'books@example.org',
}
const stripe = (secret: string, publishable: string) => ({
  STRIPE_SECRET_KEY: `${secret}_x`,
  STRIPE_PUBLISHABLE_KEY: `${publishable}_x`,
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
})

test('no settings at all give the demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    host: 'localhost',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    allowedOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000'],
    database: { kind: 'embedded' },
    cards: { kind: 'simulator' },
    mail: { kind: 'outbox' },
    currency: 'USD',
    currencyBefore: null,
    shop: { holdHours: 48, payments: { card: true, cash: true }, catalogue: 'search' },
    fixed: [],
    trustProxy: false,
  })
})

test.each([
  [{}, 'search', []],
  [{ CATALOGUE: 'members' }, 'members', ['catalogue']],
  [{ CATALOGUE_PUBLIC: 'true' }, 'open', ['catalogue']],
  [{ CATALOGUE_PUBLIC: 'no' }, 'members', ['catalogue']],
  [{ CATALOGUE: 'search', CATALOGUE_PUBLIC: 'true' }, 'search', ['catalogue']],
])('what visitors may browse, under its present and its former name: %j', (env, catalogue, fixed) => {
  expect(readConfig(env)).toMatchObject({ shop: { catalogue }, fixed })
})

describe('a live shop', () => {
  test('has no test providers', () => {
    expect(readConfig(live)).toMatchObject({
      mode: 'live',
      publicUrl: 'https://books.example.org',
      allowedOrigins: ['https://books.example.org'],
      cards: { kind: 'off' },
      identity: { firebase: null, google: { kind: 'off' } },
      mail: { kind: 'smtp' },
      logLevel: 'info',
    })
    expect(readConfig({ ...live, ...stripe('rk_live', 'pk_live') }).cards).toMatchObject({ kind: 'stripe' })
  })

  test('takes the methods of a card account only where it has one', () => {
    const methods = { PAYMENT_METHODS: 'account' }
    expect(complaints({ ...live, ...methods })).toEqual(['PAYMENT_METHODS'])
    expect(complaints({ ...live, ...stripe('sk_live', 'pk_live'), PAYMENT_METHODS: 'ideal' })).toEqual([
      'PAYMENT_METHODS',
    ])
    expect(readConfig({ ...live, ...stripe('sk_live', 'pk_live'), ...methods }).paymentMethods).toBe('account')
    expect(readConfig(methods).paymentMethods).toBe('account')
  })

  test('says all that is missing at once', () => {
    expect(complaints({ DOGEAR_MODE: 'live', RATE_LIMITS: 'off' })).toEqual([
      'PUBLIC_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'RATE_LIMITS',
    ])
  })

  test('takes no test keys', () => {
    expect(complaints({ ...live, ...stripe('sk_test', 'pk_test') })).toEqual([
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
    ])
    expect(complaints({ ...live, ...stripe('rk_test', 'pk_live') })).toContain('STRIPE_SECRET_KEY')
  })

  test('speaks plain http on this machine alone', () => {
    for (const host of ['books.example.org', '192.168.1.5', 'localhost.example.org', '127.0.0.1.example.org'])
      expect(complaints({ ...live, PUBLIC_URL: `http://${host}` })).toEqual(['PUBLIC_URL'])
    for (const host of ['localhost:5000', '127.0.0.1', '[::1]:5000'])
      expect(complaints({ ...live, PUBLIC_URL: `http://${host}` })).toEqual([])
  })
})

describe('the demo', () => {
  test('stays on this machine, unless that was meant', () => {
    expect(complaints({ PUBLIC_URL: 'https://books.example.org' })).toEqual(['PUBLIC_URL'])
    expect(complaints({ HOST: '0.0.0.0' })).toEqual(['HOST'])
    const both = { DOGEAR_MODE: 'demo', PUBLIC_URL: 'http://192.168.1.5:4000', HOST: '::' }
    expect(complaints(both)).toEqual(['PUBLIC_URL', 'HOST'])
    expect(readConfig({ ...both, DEMO_IN_PUBLIC: 'yes' })).toMatchObject({ mode: 'demo' })
    expect(complaints({ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:9000' })).toEqual([])
  })

  test('takes test keys, and none with which people really pay', () => {
    expect(complaints(stripe('sk_test', 'pk_test'))).toEqual([])
    expect(complaints(stripe('sk_live', 'pk_live'))).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])
  })
})

describe('the mode', () => {
  test.each(['production', 'Live', 'prod', 'test'])('is no other word: %s', (word) => {
    expect(() => readConfig({ ...live, DOGEAR_MODE: word })).toThrow(/^DOGEAR_MODE: must be demo or live$/)
  })

  test('is not chosen by NODE_ENV, and who does it the old way is told the new one', () => {
    for (const word of ['production', 'Production', 'prod'])
      expect(() => readConfig({ ...live, DOGEAR_MODE: '', NODE_ENV: word })).toThrow(
        /^NODE_ENV: [^\n]*write DOGEAR_MODE=live instead[^\n]*$/,
      )
    expect(complaints({ NODE_ENV: 'production' })).toEqual(['NODE_ENV', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
    expect(readConfig({ ...live, NODE_ENV: 'production' }).mode).toBe('live')
    expect(readConfig({ DOGEAR_MODE: 'demo', NODE_ENV: 'production' }).mode).toBe('demo')
    expect(readConfig({ NODE_ENV: 'test' }).mode).toBe('demo')
  })
})

test('what can’t be read and what contradicts itself is told together', () => {
  const env = { DOGEAR_MODE: 'live', PORT: 'many', HOLD_HOURS: '0', STRIPE_SECRET_KEY: 'sk_test_x', SMTP_URL: 'mail' }
  expect(complaints({ ...env, RATE_LIMITS: 'off' }).join(' ')).toBe(
    'PORT SMTP_URL HOLD_HOURS STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET STRIPE_SECRET_KEY PUBLIC_URL MAIL_FROM RATE_LIMITS',
  )
})

test('of two card keys both are for tests, or both for real', () => {
  expect(complaints(stripe('sk_test', 'pk_live'))).toContain('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY')
  expect(complaints({ ...live, ...stripe('sk_live', 'pk_test') })).toContain(
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY',
  )
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_x', 'is a publishable key; write'],
  ['STRIPE_SECRET_KEY', 'whsec_x', 'is the secret of a webhook; write'],
  ['STRIPE_SECRET_KEY', 'nonsense', 'must be'],
  ['STRIPE_SECRET_KEY', 'sk_org_x', 'must be'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_4711', 'is a secret key, which nobody else may see; write'],
  ['STRIPE_PUBLISHABLE_KEY', 'rk_live_4711', 'is a secret key, which nobody else may see; write'],
  ['STRIPE_PUBLISHABLE_KEY', ' sk_test_4711 ', 'is a secret key, which nobody else may see; write'],
  ['STRIPE_PUBLISHABLE_KEY', 'bla', 'must be'],
  ['STRIPE_PUBLISHABLE_KEY', '"pk_live_x"', 'must be'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_4711', 'is a secret key, which nobody else may see; write'],
  ['STRIPE_WEBHOOK_SECRET', 'blub', 'must be'],
])('of the card keys each is of its kind, and is not repeated: %s=%s', (name, value, words) => {
  const env = { ...live, ...stripe('sk_live', 'pk_live'), [name]: value }
  expect(complaints(env)).toEqual([name])
  expect(() => readConfig(env)).toThrow(`${name}: ${words} `)
  expect(() => readConfig(env)).not.toThrow(/4711|nonsense/)
})

test('former addresses are read from a list, and the present one isn’t among them', () => {
  const urls = { FORMER_URLS: 'https://old.example.org, https://Oldest.example.org/' }
  expect(readConfig({ ...live, ...urls }).formerUrls).toEqual(['https://old.example.org', 'https://oldest.example.org'])
  expect(complaints({ ...live, FORMER_URLS: live.PUBLIC_URL })).toEqual(['FORMER_URLS'])
})

/** Single mistakes in a valid live shop, with the setting that the error names. */
const mistakes: [name: string, env: Record<string, string>][] = [
  ['DOGEAR_MODE', { DOGEAR_MODE: 'Live' }],
  ['DOGEAR_NMAE', { DOGEAR_NMAE: 'Our club' }],
  ['DOGEAR_NAME', { DOGEAR_NAME: 'x'.repeat(41) }],
  ['CONTACT_EMAIL', { CONTACT_EMAIL: 'nobody' }],
  ['PORT', { PORT: 'many' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'HTTP://club.example' }],
  ['FORMER_URLS', { FORMER_URLS: 'https://old.example.org, old.example.org' }],
  ['FORMER_URLS', { FORMER_URLS: 'https://old.example.org/shop' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://u:50%off@mail.example.org' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://u:12/34@mail.example.org:465' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://u:p#w@mail.example.org:465' }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['MAIL_FROM', { MAIL_FROM: 'Club <books@example.org>' }],
  ['STRIPE_SECRET_KEY', stripe('pk_live', 'pk_live')],
  ['STRIPE_PUBLISHABLE_KEY', stripe('sk_live', 'sk_live')],
  ['STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_x' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'GOCSPX-x', GOOGLE_CLIENT_SECRET: 'GOCSPX-x' }],
  [
    'GOOGLE_CLIENT_SECRET',
    { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'x.apps.googleusercontent.com' },
  ],
  ['CURRENCY', { CURRENCY: 'dollars' }],
  ['CURRENCY', { CURRENCY: 'IQD', ...stripe('sk_live', 'pk_live') }],
  ['CURRENCY_BEFORE', { CURRENCY_BEFORE: 'euro' }],
  ['PAYMENTS', { PAYMENTS: 'card', STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' }],
  ['PAYMENTS', { PAYMENTS: 'gold' }],
  ['HOLD_HOURS', { HOLD_HOURS: '721' }],
  ['CLUB_FEE', { CLUB_FEE: '5%' }],
  ['CLUB_FEE_LEAST', { CLUB_FEE_LEAST: '0.50', CURRENCY: 'JPY' }],
  ['BACKUP_EVERY', { BACKUP_DIR: '/b', BACKUP_EVERY: 'daily' }],
  ['BACKUP_KEEP', { BACKUP_DIR: '', BACKUP_KEEP: '3' }],
  ['OPEN_LIBRARY_URL', { OPEN_LIBRARY_URL: 'openlibrary.org' }],
  ['CATALOGUE', { CATALOGUE: 'maybe' }],
  ['CATALOGUE_PUBLIC', { CATALOGUE_PUBLIC: 'maybe' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
  ['READS_PER_MINUTE', { READS_PER_MINUTE: '0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '4000000' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
]

/** Pairs of mistakes in different settings. */
const pairs = mistakes.flatMap((one, at) =>
  mistakes
    .slice(at + 1)
    .filter((other) => Object.keys(one[1]).every((name) => !(name in other[1])))
    .map((other) => [one, other] as const),
)

test('no mistake hides another one: each two of the table are told together', () => {
  for (const [name, env] of mistakes.filter(([, given]) => !('DOGEAR_NMAE' in given)))
    expect(complaints({ ...live, ...env })).toEqual([name])
  expect(pairs.length).toBeGreaterThan(400)
  const hidden = pairs.filter(([one, other]) => {
    const told = complaints({ ...live, ...one[1], ...other[1] })
    return !told.includes(one[0]) || !told.includes(other[0])
  })
  expect(hidden.map((pair) => pair.map(([, env]) => JSON.stringify(env)))).toEqual([])
})

test('of one setting each mistake is told, and what only stands near a setting’s name keeps no shop from opening', () => {
  expect(complaints({ ...live, PUBLIC_URL: 'http://club.example/books' })).toEqual(['PUBLIC_URL', 'PUBLIC_URL'])
  expect(readConfig({ ...live, BACKUPDIR: '/b' })).toMatchObject({
    backups: null,
    warnings: ['BACKUPDIR: is no setting, and has no effect; BACKUP_DIR is one'],
  })
})

test('the address people use is written in one way, and line ends of Windows are no part of a value', () => {
  const env = { ...live, PUBLIC_URL: 'HTTPS://Books.Example.org:443/\r', MAIL_FROM: 'a@example.org\r' }
  expect(readConfig(env)).toMatchObject({ publicUrl: 'https://books.example.org', mail: { from: 'a@example.org' } })
})

test('two card keys in each other’s place are refused, both by name', () => {
  const swapped = stripe('pk_live', 'sk_live')
  expect(complaints({ ...live, ...swapped })).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])
})

test('the secrets of the settings are known by their values, passwords in each of their forms', () => {
  const env = { ...live, SMTP_URL: 'smtps://u:a%2Fb@mail.example.org', ...stripe('sk_live', 'pk_live') }
  const google = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-x' }
  const database = { DATABASE_URL: 'postgres://u@h/n?password=p%20w' }
  expect(readConfig({ ...env, ...google, ...database }).secrets.toSorted()).toEqual(
    ['sk_live_x', 'whsec_x', 'GOCSPX-x', 'a%2Fb', 'a/b', 'a%252Fb', 'p w', 'p%20w'].toSorted(),
  )
  expect(readConfig({}).secrets).toEqual([])
  const several = { ...stripe('sk_live', 'pk_live'), STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b' }
  expect(readConfig({ ...live, ...several }).secrets).toEqual(expect.arrayContaining(['whsec_a', 'whsec_b']))
})

test('payouts are by hand, and by a provider where cards are', () => {
  expect([readConfig({}).payouts, readConfig(live).payouts]).toEqual(['hand', 'hand'])
  const wanted = { PAYOUTS: 'stripe' }
  expect([readConfig(wanted), readConfig({ ...live, ...stripe('sk_live', 'pk_live'), ...wanted })]).toMatchObject([
    { payouts: 'stripe', cards: { kind: 'simulator' } },
    { payouts: 'stripe', cards: { kind: 'stripe' } },
  ])
  expect(complaints({ ...live, ...wanted })).toEqual(['PAYOUTS'])
  expect(complaints({ PAYOUTS: 'paypal' })).toEqual(['PAYOUTS'])
})

const database = (query: string) => ({ DATABASE_URL: `postgres://u:geheim@h/n?${query}` })

test.each([
  ['prefer', 'sslmode=prefer goes on in the open'],
  ['allow', 'sslmode=allow goes on in the open'],
  ['required', 'sslmode is none of disable, require, verify-ca, verify-full'],
  ['verify-ca', 'sslmode=verify-ca needs sslrootcert'],
  ['require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
])('a way to reach the database that isn’t libpq’s, or hides something, is refused: sslmode=%s', (words, mistake) => {
  const read = () => readConfig(database(`sslmode=${words}`))
  expect(read).toThrow(new RegExp(`^DATABASE_URL: ${mistake}[^\\n]*$`))
  expect(read).not.toThrow('geheim')
})

test.each(['disable', 'verify-full', 'verify-ca&sslrootcert=ca.pem'])('others are taken: sslmode=%s', (words) => {
  expect(complaints(database(`sslmode=${words}`))).toEqual([])
})

test('connections are shared out: ten, and two that listen, where nothing is said', () => {
  const shares = (all?: number) => readConfig(all ? { DATABASE_CONNECTIONS: String(all) } : {}).connections
  expect(shares()).toEqual({ shop: 5, identity: 2, identityLocks: 1, jobs: 3 })
  expect(shares(38)).toEqual({ shop: 20, identity: 8, identityLocks: 4, jobs: 5 })
  for (const all of [12, 13, 14, 15, 22, 38, 39, 40, 80, 280]) {
    const { shop, identity, identityLocks, jobs } = shares(all)
    expect([shop + identity + identityLocks + jobs + 1, shop > identity]).toEqual([all, true])
  }
  expect(complaints({ DATABASE_CONNECTIONS: '11' })).toEqual(['DATABASE_CONNECTIONS'])
  expect(complaints({ DATABASE_CONNECTIONS: '290' })).toEqual(['DATABASE_CONNECTIONS'])
  expect(shares(280)).toMatchObject({ identityLocks: 4, jobs: 5 })
})

test('backups need a folder, and are then taken daily, a week of them', () => {
  expect(readConfig({}).backups).toBeNull()
  expect(complaints({ BACKUP_EVERY: '6', BACKUP_KEEP: '3' })).toEqual(['BACKUP_EVERY, BACKUP_KEEP'])
  const day = 24 * 3600 * 1000
  expect(readConfig({ BACKUP_DIR: '/srv/backups' }).backups).toEqual({
    dir: '/srv/backups',
    everyMs: day,
    keep: 7,
    trialEveryMs: 7 * day,
  })
  expect(readConfig({ BACKUP_DIR: '/b', BACKUP_EVERY: '0.5' }).backups).toMatchObject({ everyMs: day / 48 })
})

test.each([
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['HOLD_HOURS', '-1'],
  ['CURRENCY', 'usd'],
  ['CURRENCY', 'ABC'],
  ['CURRENCY', 'XXX'],
  ['CURRENCY', 'XAU'],
  ['CURRENCY', 'DEM'],
  ['BACKUP_KEEP', '0'],
  ['PUBLIC_URL', 'books.example.org'],
  ['PUBLIC_URL', 'http://localhost:4000/books'],
  ['PUBLIC_URL', 'http://localhost:4000/?from=club'],
  ['PUBLIC_URL', 'http://localhost:4000/#top'],
  ['PUBLIC_URL', 'http://club@localhost:4000'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})

test('a currency that cards are not charged in needs a shop without cards', () => {
  expect(() => readConfig({ CURRENCY: 'IQD' })).toThrow(/^CURRENCY: cards can't be charged in IQD/)
  expect(readConfig({ ...live, CURRENCY: 'IQD' })).toMatchObject({ currency: 'IQD', cards: { kind: 'off' } })
  for (const currency of ['USD', 'JPY', 'KWD', 'HUF'])
    expect(readConfig({ CURRENCY: currency })).toMatchObject({ currency })
})

test('the club’s fee is a percentage and a least amount in the shop’s currency', () => {
  expect(readConfig({}).shop).toMatchObject({ clubFee: 0, clubFeeLeast: '0' })
  expect(readConfig({ CLUB_FEE: '2,5', CLUB_FEE_LEAST: '0,50' }).shop).toMatchObject({
    clubFee: 250,
    clubFeeLeast: '0.50',
  })
  expect(() => readConfig({ CLUB_FEE_LEAST: '0.505', CURRENCY: 'KWD' })).toThrow(
    'CLUB_FEE_LEAST: Write an amount of KWD such as 0.500; 0 for none',
  )
})

test('limits can be set one by one, or be off', () => {
  const limits = { readsPerMinute: 1200, writesPerMinute: 240, signUpsPerHour: 500, signInsPer5Minutes: 100 }
  expect(readConfig({ SIGN_UPS_PER_HOUR: '500' }).rateLimits).toEqual({ ...limits, emailsPer15Minutes: 30 })
  expect(readConfig({ RATE_LIMITS: 'off', SIGN_UPS_PER_HOUR: '500' }).rateLimits).toBe(false)
  expect(complaints({ SIGN_INS_PER_5_MINUTES: '0', WRITES_PER_MINUTE: 'many' })).toEqual([
    'WRITES_PER_MINUTE',
    'SIGN_INS_PER_5_MINUTES',
  ])
})

test('an empty setting counts as none, and a claim may last for seconds', () => {
  expect(readConfig({ PORT: '', HOLD_HOURS: '0.001389' })).toMatchObject({
    port: 4000,
    shop: { holdHours: 0.001389 },
    fixed: ['holdHours'],
  })
})
