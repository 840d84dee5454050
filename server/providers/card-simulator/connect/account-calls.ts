import { asOf } from '#server/providers/card-simulator/as-of.ts'
import type { Call, Operation } from '#server/providers/card-simulator/call.ts'
import { newAccountEvent } from '#server/providers/card-simulator/events.ts'
import { newId, seconds, type Onboarding, type RecipientAccount } from '#server/providers/card-simulator/objects.ts'
import {
  METADATA,
  readFlag,
  readList,
  readMetadata,
  readText,
  readWord,
  requireKnown,
} from '#server/providers/card-simulator/parameters.ts'
import { invalidRequest, missingParameter, noSuch } from '#server/providers/card-simulator/refusals.ts'
import type { StoreTransaction } from '#server/providers/card-simulator/store.ts'
import { newAccount } from './accounts.ts'

/** How long a page works: as at Stripe, minutes. */
const OPEN_FOR_SECONDS = 300

const TRANSFERS = 'configuration[recipient][capabilities][stripe_balance][stripe_transfers][requested]'
const INCLUDE = /^include\[/
const INCLUDED = ['configuration.recipient', 'defaults', 'requirements'] as const

export const createAccount: Operation = async (tx, { form, now }) => {
  const responsibility = (name: string) => `defaults[responsibilities][${name}]`
  requireKnown(form, [
    'contact_email',
    'dashboard',
    'defaults[currency]',
    responsibility('fees_collector'),
    responsibility('losses_collector'),
    'identity[country]',
    TRANSFERS,
    METADATA,
    INCLUDE,
  ])
  if (readFlag(form, TRANSFERS) !== true) throw missingParameter(TRANSFERS)
  const contact_email = readText(form, 'contact_email', 512)
  if (contact_email === null) throw missingParameter('contact_email')
  for (const name of ['fees_collector', 'losses_collector'])
    if (readWord(form, responsibility(name), ['application']) === null) throw missingParameter(responsibility(name))
  const currency = readText(form, 'defaults[currency]', 3)
  const account = newAccount(
    {
      contact_email,
      dashboard: readWord(form, 'dashboard', ['express']) ?? 'express',
      defaults: {
        ...(currency && { currency }),
        responsibilities: {
          fees_collector: 'application',
          losses_collector: 'application',
          requirements_collector: 'stripe',
        },
      },
      metadata: readMetadata(form),
    },
    now,
  )
  await tx.save([account], now)
  await tx.enqueue([newAccountEvent('v2.core.account.created', account.id, now)], now)
  return { status: 200, body: shown(account, form, now) }
}

export const retrieveAccount: Operation = async (tx, { id, form, now }) => {
  requireKnown(form, [INCLUDE])
  return { status: 200, body: shown(await findAccount(tx, id), form, now) }
}

export const createAccountLink: Operation = async (tx, call) => {
  const { form, now, onboardingPath } = call
  const useCase = (name: string) => `use_case[account_onboarding][${name}]`
  requireKnown(form, ['account', 'use_case[type]', useCase('refresh_url'), useCase('return_url')])
  if (readWord(form, 'use_case[type]', ['account_onboarding']) === null) throw missingParameter('use_case.type')
  const account = await findAccount(tx, form.get('account') ?? '')
  const [refresh_url, return_url] = [readUrl(call, useCase('refresh_url')), readUrl(call, useCase('return_url'))]
  const onboarding: Onboarding = {
    id: newId('onb'),
    object: 'onboarding',
    account: account.id,
    return_url,
    refresh_url,
    expires_at: seconds(now) + OPEN_FOR_SECONDS,
    is_used: false,
  }
  await tx.save([onboarding], now)
  return {
    status: 200,
    body: {
      object: 'v2.core.account_link',
      account: account.id,
      created: now.toISOString(),
      expires_at: new Date(onboarding.expires_at * 1000).toISOString(),
      livemode: false,
      url: new URL(onboardingPath(onboarding.id), return_url).href,
      use_case: { type: 'account_onboarding', account_onboarding: { refresh_url, return_url } },
    },
  }
}

/** Only the shop's own origins: a page that sends people elsewhere would be an open redirect. */
function readUrl({ form, allowedOrigins }: Call, name: string): string {
  const url = URL.parse(form.get(name) ?? '')
  if (!url || !allowedOrigins.includes(url.origin))
    throw invalidRequest(`${name} must be an address of this shop.`, { param: name })
  return url.href
}

async function findAccount(tx: StoreTransaction, id: string): Promise<RecipientAccount> {
  const account = await tx.find(id)
  if (account?.object !== 'v2.core.account') throw noSuch('v2.core.account', id, 'id')
  return account
}

/** An account without what the request doesn't include. */
function shown(account: RecipientAccount, form: URLSearchParams, now: Date): object {
  const wanted = readList(form, 'include') ?? []
  const unknown = wanted.find((name) => !(INCLUDED as readonly string[]).includes(name))
  if (unknown) throw invalidRequest(`Invalid include: ${unknown}`, { param: 'include' })
  const { configuration, defaults, requirements, ...rest } = asOf(account, now)
  return {
    ...rest,
    ...(wanted.includes('configuration.recipient') && { configuration }),
    ...(wanted.includes('defaults') && { defaults }),
    ...(wanted.includes('requirements') && { requirements }),
  }
}
