import type { Pool } from 'pg'
import { API_BASE } from '#contract/call.ts'
import type { Config } from './config.ts'
import { at } from './config/gather-settings.ts'
import type { Db } from './database/schema.ts'
import { domainFindings } from './doctor/another-domain.ts'
import { pagesFolder, readPageSources } from './pages/read-pages.ts'
import { systemClock } from './ports/clock.ts'
import { skipped, warning, type Finding } from './ports/finding.ts'
import { countHeldByBrowsers } from './providers/embedded-identity/held-by-browsers.ts'
import { redirectUri } from './providers/embedded-identity/open-id.ts'
import { examineFirebase } from './providers/firebase/examine-firebase.ts'
import { examineWebhookAddress, moveWebhooks } from './providers/stripe/webhook-address.ts'
import type { Services } from './services.ts'
import { readStoredSettings } from './settings/settings.public.ts'

interface Given {
  database: { db: Db; pool: Pool }
  /** Whether the new address leads here. */
  leads: Finding
  /** Where Stripe is; tests pass their stand-in's. */
  stripe?: (() => URL) | undefined
}

/** Everything that changes when the shop goes to the address `to`. Changes nothing. */
export async function planDomain(config: Config, to: string, { database, leads, stripe }: Given): Promise<Finding[]> {
  const { publicUrl: from, formerUrls, identity, mail, origins } = config
  const origin = origins.get('PUBLIC_URL')
  const [held, events, firebase, texts] = await Promise.all([
    identity.firebase ? null : countHeldByBrowsers(database.pool),
    eventsOf(config, to, stripe),
    identity.firebase
      ? examineFirebase({ project: identity.firebase, publicUrl: to, clock: systemClock })
      : ([] as Finding[]),
    textsWith(new URL(from).host, config, database.db),
  ])
  return domainFindings({
    from,
    to,
    formerUrls,
    setIn: origin ? at(origin).slice(2, -1) || origin.place : null,
    leads,
    held,
    waysBack: from === to ? [] : waysBack(config, to),
    outsiders: [...firebase, ...events],
    mailFrom: mail.kind === 'smtp' ? mail.from : null,
    texts,
  })
}

/** A screen doesn't ask the new address: it would let admins ask any host from here. */
const NOT_ASKED = skipped(
  'npm run domain, on the server, says whether the new address leads here.',
  'Let its name lead to the server in the DNS, and the proxy take it beside the old one.',
)

/** The plan of the shop of this process, for its admins. */
export const ownPlan =
  (config: Config, database: Given['database']): Services['planDomain'] =>
  async (to) => ({ from: config.publicUrl, findings: await planDomain(config, to, { database, leads: NOT_ASKED }) })

/** Has card events sent to the new address; null where no provider sends any. */
export async function moveEvents(config: Config, to: string, stripe?: () => URL): Promise<Finding | null> {
  const given = stripeOf(config, to)
  return given && moveWebhooks({ ...given, api: stripe })
}

const eventsOf = async (config: Config, to: string, api: (() => URL) | undefined): Promise<Finding[]> => {
  const given = stripeOf(config, to)
  if (!given) return [skipped('No card provider sends events.')]
  const domains = warning(
    'Apple Pay, Google Pay and Link are offered at hosts that Stripe knows.',
    `Payment method domains → Add a new domain: ${new URL(to).host}, if you offer them.`,
  )
  return [await examineWebhookAddress({ ...given, api }), ...(config.publicUrl === to ? [] : [domains])]
}

function stripeOf({ cards, publicUrl, formerUrls }: Config, to: string) {
  if (cards.kind !== 'stripe') return null
  const eventsAt = (url: string) => `${url}${API_BASE}/payment-events`
  const former = [publicUrl, ...formerUrls].filter((url) => url !== to)
  return { secretKey: cards.secretKey, from: former.map(eventsAt), to: eventsAt(to) }
}

const waysBack = ({ identity: { google, openId } }: Config, to: string) => [
  ...(google.kind === 'google' ? [{ name: 'Google', way: redirectUri(to, 'google') }] : []),
  ...(openId ? [{ name: openId.name, way: redirectUri(to, 'oidc') }] : []),
]

/** The operator's texts with these words in them: files, and what admins have saved. */
async function textsWith(words: string, config: Config, db: Db): Promise<string[]> {
  const [{ pages, articles }, { byName }] = await Promise.all([
    readPageSources(pagesFolder(config)),
    readStoredSettings(db),
  ])
  const files = [...Object.values(pages), ...articles.map(({ source }) => source)]
  return [
    ...files.flatMap(({ file, text, isOperators }) => (isOperators && text.includes(words) ? [file] : [])),
    ...[...byName].flatMap(([name, { value }]) => (JSON.stringify(value)?.includes(words) ? [name] : [])),
  ]
}
