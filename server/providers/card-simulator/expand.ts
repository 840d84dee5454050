import { asOf } from './as-of.ts'
import { invalidRequest } from './refusals.ts'
import type { StoreTransaction } from './store.ts'

/** Stripe's own limit. */
const DEEPEST = 4

/** Fields that hold the id of another object. */
const EXPANDABLE = new Set([
  'balance_transaction',
  'charge',
  'failure_balance_transaction',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'source',
])

type Fields = Record<string, unknown>

/** A copy of an answer in which every `expand[]` of the form is the object instead of its id: 'latest_charge.source'. */
export async function expand(
  tx: StoreTransaction,
  body: object,
  { form, now }: { form: URLSearchParams; now: Date },
): Promise<object> {
  const paths = [...form].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, path]) => path)
  const copy: Fields = structuredClone({ ...body })
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > DEEPEST) throw cannotExpand(path)
    await expandPath(tx, [copy], names, { path, now })
  }
  return copy
}

async function expandPath(
  tx: StoreTransaction,
  holders: Fields[],
  [name = '', ...rest]: string[],
  asked: { path: string; now: Date },
): Promise<void> {
  const found: Fields[] = []
  for (const holder of holders) {
    if (Array.isArray(holder['data']) && name === 'data' && rest.length > 0) {
      found.push(...(holder['data'] as Fields[]))
      continue
    }
    if (!EXPANDABLE.has(name) || !(name in holder)) throw cannotExpand(asked.path)
    const value = holder[name]
    const object = typeof value === 'string' ? await tx.find(value) : null
    if (object) holder[name] = { ...asOf(object, asked.now) }
    const inside = holder[name]
    if (inside !== null && typeof inside === 'object') found.push(inside as Fields)
  }
  if (rest.length > 0) await expandPath(tx, found, rest, asked)
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
