import path from 'node:path'
import { stat } from 'node:fs/promises'
import type { Pool } from 'pg'
import { API_BASE } from '#contract/call.ts'
import type { Config } from './config.ts'
import { isOpenHere, checkAddress } from './doctor/check-address.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkClock } from './doctor/check-clock.ts'
import { checkConfiguration } from './doctor/check-configuration.ts'
import { checkDatabase, checkMigrations } from './doctor/check-database.ts'
import { checkDisk } from './doctor/check-disk.ts'
import { checkJobs } from './doctor/check-jobs.ts'
import { checkPictures } from './doctor/check-pictures.ts'
import { reportLines } from './doctor/report-words.ts'
import { runChecks, type Check } from './doctor/run-checks.ts'
import { explainFailure } from './explain-failure.ts'
import type { ShopChecks } from './services.ts'
import { renderMail } from './mail/render-mail.ts'
import { openBackupCopies } from './open-stores.ts'
import { systemClock } from './ports/clock.ts'
import { fault, ok, skipped, type Finding } from './ports/finding.ts'
import { diskImages } from './providers/disk-images/disk-images.ts'
import { examineOpenId } from './providers/embedded-identity/examine-open-id.ts'
import { google, redirectUri } from './providers/embedded-identity/open-id.ts'
import { examineFirebase } from './providers/firebase/examine-firebase.ts'
import type { Addresses } from './providers/firebase/settings.ts'
import { examineImgbb } from './providers/imgbb/examine-imgbb.ts'
import type { ImgbbPlaces } from './providers/imgbb/imgbb.ts'
import { examineSender, readTxt, type ReadTxt } from './providers/mail/examine-sender.ts'
import { examineSmtp } from './providers/mail/examine-smtp.ts'
import { smtpMail } from './providers/mail/smtp-mail.ts'
import { openBucket } from './providers/s3/bucket.ts'
import { examineBucket } from './providers/s3/examine-bucket.ts'
import { s3Images } from './providers/s3/s3-images.ts'
import { examineStripe } from './providers/stripe/examine-stripe.ts'
import type { Db } from './database/schema.ts'
import { secretGuard } from './secrets/secret-guard.ts'
import { existingShopId } from './secrets/shop-secrets.ts'
import { testWords } from './settings/mails/send-test-mail.ts'

/** A running shop reads no backup for long: it has others to serve. */
const READ_FOR_MS = 5000

/** Runs checks of the shop of this process, for its admins. */
export function ownChecks(config: Config, database: { db: Db; pool: Pool }): ShopChecks {
  const voice = { hide: secretGuard(config.secrets).hide, explain: explainFailure }
  return async (name) => {
    const checks = openChecks(config, { database, readForMs: READ_FOR_MS }).filter((check) => check.name === name)
    const [report] = await Promise.all(runChecks(checks, voice))
    const { title, state, findings } = report!
    return { title, state, findings, text: reportLines(report!) }
  }
}

/** The shop's database, or why it isn't there. */
export type ExaminedDatabase = { db: Db; pool: Pool } | Finding

export interface Examined {
  database: ExaminedDatabase
  /** Where a test email goes; null for nowhere. */
  sendTo?: string | null
  /** How long a backup is read for at most. */
  readForMs?: number
  /** Where outsiders are; tests pass their stand-ins'. */
  places?: { stripe?: () => URL; firebase?: Addresses; imgbb?: ImgbbPlaces; readTxt?: ReadTxt }
}

/** The checks of a shop, in the order of the report. Beside open-shop.ts this file knows which provider is asked. */
export function openChecks(config: Config, { database, sendTo = null, places = {}, readForMs }: Examined): Check[] {
  const now = new Date()
  const withDatabase = async (look: (opened: { db: Db; pool: Pool }) => Promise<Finding[]>) =>
    'pool' in database ? look(database) : [skipped('The database can’t be asked.')]
  return [
    { name: 'settings', run: async () => checkConfiguration(config) },
    { name: 'emails', run: () => checkMail(config, sendTo, places.readTxt), withinMs: 45_000 },
    { name: 'cards', run: () => checkCards(config, places.stripe) },
    { name: 'sign-in', run: () => checkIdentity(config, places.firebase) },
    { name: 'pictures', run: () => checkPictureStore(config, places.imgbb) },
    {
      name: 'database',
      run: async () => ('pool' in database ? checkDatabase(database.pool, config) : [database]),
    },
    { name: 'migrations', run: () => withDatabase(({ pool }) => checkMigrations(pool)) },
    {
      name: 'backups',
      run: () =>
        checkBackups({ config, copies: openBackupCopies(config), now, ...(readForMs !== undefined && { readForMs }) }),
      withinMs: 60_000,
    },
    { name: 'disk', run: () => checkDisk(config) },
    {
      name: 'clock',
      run: () => checkClock({ pool: 'pool' in database ? database.pool : null, outsiders: outsidersOf(config) }),
    },
    { name: 'address', run: () => checkAddress(config) },
    {
      name: 'jobs',
      run: () =>
        withDatabase(({ db }) =>
          checkJobs({ db, now, isOpen: () => isOpenHere(config), takesEvents: config.cards.kind === 'stripe' }),
        ),
    },
  ]
}

async function checkMail(
  { mail, mode, shop, publicUrl, secrets }: Config,
  sendTo: string | null,
  read: ReadTxt = readTxt,
): Promise<Finding[]> {
  if (mail.kind === 'outbox')
    return [skipped(`No mail server is set: emails stay in the outbox${mode === 'demo' ? ' of the demo' : ''}.`)]
  const settings = { ...mail, name: () => shop.name }
  const found = (await Promise.all([examineSmtp(settings), examineSender(settings, read)])).flat()
  if (sendTo === null || found.some(({ state }) => state === 'fault')) return found
  const words = testWords({ name: shop.name, publicUrl }, new Date())
  const forms = renderMail(words, { name: shop.name, publicUrl, contact: shop.contact })
  const { isTaken, said, advice } = await smtpMail(settings).tryOut!({
    to: { name: '', address: sendTo },
    subject: words.subject,
    ...forms,
  })
  const answer = secretGuard(secrets).hide(said)
  return [
    ...found,
    isTaken
      ? ok(`A test email went to ${sendTo}; the server said: ${answer}`)
      : fault(`The test email to ${sendTo} was refused: ${answer}`, advice),
  ]
}

async function checkCards(config: Config, api: (() => URL) | undefined): Promise<Finding[]> {
  const { cards, currency, publicUrl, paymentMethods, payouts } = config
  if (cards.kind === 'off') return [skipped('There are no card keys: people pay in cash.')]
  if (cards.kind === 'simulator')
    return [skipped('The demo’s simulator stands in for a card provider: no real card is charged.')]
  return examineStripe({
    secretKey: cards.secretKey,
    currency,
    eventsAddress: `${publicUrl}${API_BASE}/payment-events`,
    methods: paymentMethods,
    payouts,
    api,
  })
}

async function checkIdentity(config: Config, at: Addresses | undefined): Promise<Finding[]> {
  const { identity, publicUrl } = config
  if (identity.firebase) return examineFirebase({ project: identity.firebase, publicUrl, clock: systemClock, at })
  const providers = [
    ...(identity.google.kind === 'google' ? [google(identity.google)] : []),
    ...(identity.openId ? [{ ...identity.openId, slot: 'oidc' as const, choosesAccount: false }] : []),
  ]
  const asked = providers.map((provider) => examineOpenId(provider, redirectUri(publicUrl, provider.slot)))
  const standIn = identity.google.kind === 'stand-in' ? ' Google is played by a stand-in on this machine.' : ''
  return [
    ok(`The shop itself keeps passwords and sessions, in its database.${standIn}`),
    ...(await Promise.all(asked)).flat(),
  ]
}

async function checkPictureStore(
  { pictures, s3, dataDir }: Config,
  places: ImgbbPlaces | undefined,
): Promise<Finding[]> {
  const bucket = s3 && openBucket(s3)
  const store = bucket ? await examineBucket(bucket, await existingShopId(dataDir)) : []
  if (pictures.kind === 'imgbb') return [...(await examineImgbb(pictures.apiKey, places)), ...store]
  if (pictures.kind === 's3') {
    const isUsable = bucket && !store.some(({ state }) => state === 'fault')
    return isUsable ? [...store, ...(await checkPictures(s3Images(bucket, s3.publicUrl)))] : store
  }
  const dir = path.join(dataDir, 'images')
  // Made by the shop's own user: a folder of ours would keep that user out.
  if (!(await stat(dir).catch(() => null))) return [skipped(`The first picture makes ${dir}.`), ...store]
  return [...(await checkPictures(diskImages({ dir }))), ...store]
}

/** Outsiders whose clock is right, those in use first. */
const outsidersOf = ({ cards, identity, s3 }: Config): string[] => [
  ...(cards.kind === 'stripe' ? ['https://api.stripe.com/'] : []),
  ...(identity.firebase?.emulator === null ? ['https://www.googleapis.com/'] : []),
  ...(identity.openId ? [identity.openId.issuer] : []),
  ...(identity.google.kind === 'google' ? ['https://accounts.google.com/'] : []),
  ...(s3 ? [s3.endpoint] : []),
]
