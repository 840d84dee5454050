import { cdnNowhere } from './cdn-of.ts'
import { LEAST_CONNECTIONS } from './connections.ts'
import { leastFeeMessage, readLeastFee } from '#contract/money/club-fee.ts'
import { isChargeable } from '#contract/money/currency-codes.ts'
import { FIREBASE_TOGETHER, firebaseContradictions } from './firebase.ts'
import { waysToNothing } from './database-url.ts'
import { isLoopback } from './is-loopback.ts'
import { OIDC_TOGETHER, openIdContradictions } from './open-id.ts'
import { mostEmbedded } from './processes-of.ts'
import type { Read, Setting, Settings } from './settings.ts'

/** Every mistake that shows only when settings are looked at together, a line for each. */
export function contradictions(read: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  return [
    ...halves(read, mode),
    ...mixedKeys(read.values),
    ...backupsNowhere(read),
    ...mailNowhere(read),
    ...cdnNowhere(read),
    ...crowded(read),
    ...formerIsPresent(read.values),
    ...alone(read, mode),
    ...waysToNothing(read),
    ...placesOfFiles(read),
    ...cardsAlone(read, mode),
    ...payoutsWithoutKeys(read, mode),
    ...methodsOfNobody(read, mode),
    ...firebaseContradictions(read, mode),
    ...openIdContradictions(read, mode),
    ...feeInNoCurrency(read.values),
    ...(mode === 'demo' || read.given.has('STRIPE_SECRET_KEY') ? uncharged(read.values) : []),
    ...(mode === 'live' ? mistakesOfLive(read) : []),
    ...(mode === 'demo' ? mistakesOfDemo(read) : []),
  ]
}

function halves({ given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  const mail: Setting[] = ['SMTP_URL', 'MAIL_FROM']
  const together: Setting[][] = [
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    [...FIREBASE_TOGETHER],
    [...OIDC_TOGETHER],
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
    // A live shop needs both, so each is reported.
    ...(mode === 'live' ? [] : [mail]),
  ]
  return together.flatMap((names) => {
    const missing = names.filter((name) => !given.has(name))
    return missing.length === 0 || missing.length === names.length
      ? []
      : [`${missing.join(', ')}: missing; set ${names.join(', ')} together or none of them`]
  })
}

/** A schedule without a folder would look as if backups were taken. */
function backupsNowhere({ given }: Read): string[] {
  const without = (['BACKUP_EVERY', 'BACKUP_KEEP', 'BACKUP_TRIAL'] as const).filter((name) => given.has(name))
  return given.has('BACKUP_DIR') || without.length === 0
    ? []
    : [`${without.join(', ')}: BACKUP_DIR is missing; without a folder no backup is taken`]
}

/** People would be sent on to where they are. */
const formerIsPresent = ({ PUBLIC_URL, FORMER_URLS = [] }: Settings) =>
  PUBLIC_URL !== undefined && FORMER_URLS.some((url) => new URL(url).host === new URL(PUBLIC_URL).host)
    ? [`FORMER_URLS: ${PUBLIC_URL} is the present address; leave it out`]
    : []

/** Pictures have one place, and a bucket that everyone may read holds nothing but pictures. */
function placesOfFiles({ values, given }: Read): string[] {
  const keeps = values.S3_KEEPS ?? ['pictures']
  const stray = (['S3_KEEPS', 'S3_PUBLIC_URL'] as const).filter((name) => given.has(name))
  if (!given.has('S3_ENDPOINT'))
    return stray.map(
      (name) => `${name}: S3_ENDPOINT and its four companions are missing; without them it has no effect`,
    )
  const mistakes: string[] = []
  if (given.has('IMGBB_API_KEY') && keeps.includes('pictures'))
    mistakes.push('IMGBB_API_KEY: pictures go to the object store already; take this away, or pictures out of S3_KEEPS')
  if (given.has('S3_PUBLIC_URL') && keeps.some((kept) => kept !== 'pictures'))
    mistakes.push(
      'S3_PUBLIC_URL: everyone may read this bucket, and S3_KEEPS puts exports or backups there, which hold what members write; take S3_PUBLIC_URL away, or keep pictures alone there',
    )
  if (keeps.includes('backups') && !given.has('BACKUP_DIR'))
    mistakes.push('S3_KEEPS: backups are copied from BACKUP_DIR, which is missing')
  return mistakes
}

/** The outbox signs nothing and gets nothing back. */
function mailNowhere({ given }: Read): string[] {
  const without = (['MAIL_BOUNCES_TO', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const).filter((name) => given.has(name))
  return given.has('SMTP_URL') || without.length === 0
    ? []
    : [`${without.join(', ')}: SMTP_URL is missing; without a mail server no email leaves`]
}

function crowded({ values, given }: Read): string[] {
  const most = mostEmbedded(values)
  if (given.has('DATABASE_URL')) return []
  if (most < LEAST_CONNECTIONS) return ['WORKERS: are too many for the embedded database; set DATABASE_URL, or fewer']
  return given.has('DATABASE_CONNECTIONS') && values.DATABASE_CONNECTIONS > most
    ? [`DATABASE_CONNECTIONS: must be at most ${most} for the embedded database`]
    : []
}

/** A role needs other instances for the rest, which reach the same database. */
function alone({ values: { ROLE: role, WORKERS: workers }, given }: Read, mode: Settings['DOGEAR_MODE'] | null) {
  if (role === 'all') return []
  const mistakes: string[] = []
  if (mode === 'demo') mistakes.push('ROLE: the demo does everything in one program; take it away')
  else if (!given.has('DATABASE_URL'))
    mistakes.push(
      'ROLE, DATABASE_URL: other instances can’t reach the embedded database; set DATABASE_URL, or ROLE=all',
    )
  if (role === 'jobs' && workers > 1) mistakes.push('WORKERS: answer requests, and ROLE=jobs takes none; take one away')
  return mistakes
}

/** A live shop can't be card-only without card keys. */
function cardsAlone({ values, given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  return mode === 'live' && !values.PAYMENTS.cash && !given.has('STRIPE_SECRET_KEY')
    ? ['PAYMENTS: is card alone, and there are no card keys; set STRIPE_SECRET_KEY and its two companions, or add cash']
    : []
}

/** In the demo the simulator stands in for the keys. */
function payoutsWithoutKeys({ values, given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  return mode === 'live' && values.PAYOUTS === 'stripe' && !given.has('STRIPE_SECRET_KEY')
    ? [
        'PAYOUTS: stripe needs card keys, since it transfers what cards paid; set STRIPE_SECRET_KEY and its two companions, or PAYOUTS=hand',
      ]
    : []
}

/** Without card keys a live shop has no account whose methods could be meant. */
function methodsOfNobody({ values, given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  return mode === 'live' && values.PAYMENT_METHODS === 'account' && !given.has('STRIPE_SECRET_KEY')
    ? ['PAYMENT_METHODS: is account, and there are no card keys; set STRIPE_SECRET_KEY and its two companions']
    : []
}

/** What Stripe itself writes into its keys: sk_test_…, rk_live_…, pk_live_…; null for a key that says neither. */
function kindOfKey(key: string | undefined): 'test' | 'live' | null {
  return (/^[a-z]+_(test|live)_/.exec(key ?? '')?.[1] as 'test' | 'live' | undefined) ?? null
}

const cardKeys = (values: Settings) =>
  (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).map((name) => ({ name, kind: kindOfKey(values[name]) }))

function mixedKeys(values: Settings): string[] {
  const [secret, publishable] = cardKeys(values)
  if (!secret?.kind || !publishable?.kind || secret.kind === publishable.kind) return []
  return [
    `${secret.name}, ${publishable.name}: one is a test key and the other a live key; take both from the same page`,
  ]
}

/** How the least fee is written depends on the currency. */
const feeInNoCurrency = ({ CLUB_FEE_LEAST: least, CURRENCY: currency }: Settings): string[] =>
  readLeastFee(least, currency) === null ? [`CLUB_FEE_LEAST: ${leastFeeMessage(currency)}`] : []

/** Card payments need a currency that cards can be charged in. */
function uncharged({ CURRENCY: currency }: Settings): string[] {
  return isChargeable(currency)
    ? []
    : [`CURRENCY: cards can't be charged in ${currency}; choose another one, or go live without card keys`]
}

function mistakesOfLive({ values, given }: Read): string[] {
  const mistakes = cardKeys(values)
    .filter(({ kind }) => kind === 'test')
    .map(
      ({ name }) => `${name}: is a test key, with which nobody pays; a live shop needs the live key, or no card keys`,
    )
  if (!given.has('PUBLIC_URL'))
    mistakes.push('PUBLIC_URL: missing; a live shop needs the address people use, such as https://books.example.org')
  const publicUrl = publicAddress(given)
  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname))
    mistakes.push(
      'PUBLIC_URL: must begin with https:// in a live shop, or passwords travel in the open; let a proxy end TLS',
    )
  if (!given.has('SMTP_URL'))
    mistakes.push('SMTP_URL: missing; a live shop must be able to send email, the outbox is for the demo')
  if (!given.has('MAIL_FROM'))
    mistakes.push('MAIL_FROM: missing; a live shop needs the address its email comes from, such as books@example.org')
  if (!values.RATE_LIMITS) mistakes.push("RATE_LIMITS: can't be switched off in a live shop")
  return mistakes
}

/** The address as given, so that another mistake in it hides nothing; null where it can't be parsed. */
const publicAddress = (given: Read['given']) => URL.parse(given.get('PUBLIC_URL') ?? '')

function mistakesOfDemo({ values, given }: Read): string[] {
  const mistakes = cardKeys(values)
    .filter(({ kind }) => kind === 'live')
    .map(({ name }) => `${name}: is a live key, and the demo says on every page that cards are not real`)
  if (values.DEMO_IN_PUBLIC) return mistakes
  const wayOut = 'write DOGEAR_MODE=live for real people, or DEMO_IN_PUBLIC=yes if strangers may see the demo'
  const publicUrl = publicAddress(given)
  if (publicUrl && /^https?:$/.test(publicUrl.protocol) && !isLoopback(publicUrl.hostname))
    mistakes.push(`PUBLIC_URL: is a public address, and this is the demo, where test cards "pay"; ${wayOut}`)
  if (!isLoopback(values.HOST))
    mistakes.push(`HOST: lets other machines in, and this is the demo, where test cards "pay"; ${wayOut}`)
  return mistakes
}
