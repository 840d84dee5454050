import type { Call } from '#contract/call.ts'

type Random = () => number

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

/** Values that a field may be given by somebody who means harm, or by a program that went wrong. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  2 ** 31,
  0.1,
  '',
  ' ',
  [],
  {},
  [null],
  { $gt: '' },
  { __proto__: null, toString: 'x' },
  nested(200),
  'x'.repeat(5000),
  'a\u0000b',
  '\u0007\u001b[31m',
  '\ud800',
  'a\u202eb',
  '\u200b\u200b',
  "'; DROP TABLE books; --",
  '%',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  'http://127.0.0.1:1/x',
  'NaN',
  'undefined',
  '-1',
  '1e9',
  '99999999999999999999',
  '9999-99-99',
  '0000-01-01T00:00:00.000Z',
  'a@b',
  'ﬁ ß İ ı',
  '٣٤',
]

const KEYS = ['__proto__', 'constructor', 'role', 'isAdmin', 'sellerId', 'id', 'price', 'more']

/** A hostile value, or one of these ids. */
export const anyValue = (random: Random, ids: readonly string[]): unknown =>
  random() < 0.4 ? pick(random, ids) : pick(random, HOSTILE)

/** The text of a value in an address. */
const textOf = (value: unknown): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)))
const wellFormed = (text: string) => text.toWellFormed().slice(0, 2000)

/** The names of a schema's fields; none where it is no object. */
function fieldsOf(schema: unknown): string[] {
  const { def } = (schema as { _zod: { def: { shape?: object; innerType?: unknown; in?: unknown } } })._zod
  if (def.shape) return Object.keys(def.shape)
  const inside = def.innerType ?? def.in
  return inside ? fieldsOf(inside) : []
}

/** The address of a call, with ids and other things in place of its parameters, and any of its queries. */
export function addressOf(random: Random, call: Call, ids: readonly string[]): string {
  const path = call.path.replaceAll(/:\w+/g, () =>
    random() < 0.8 ? pick(random, ids) : textOf(pick(random, HOSTILE)) || 'x',
  )
  const names = [...fieldsOf(call.query), ...(random() < 0.1 ? [pick(random, KEYS)] : [])]
  const query = names
    .filter(() => random() < 0.5)
    .map((name) => `${encodeURIComponent(name)}=${textOf(anyValue(random, ids))}`)
  if (random() < 0.02) query.push('%zz', 'a=%ff')
  return `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Spoils up to three fields of a body, at any depth; sometimes all of it. */
export function spoiled(random: Random, body: unknown, ids: readonly string[]): unknown {
  if (random() < 0.3) return body
  if (random() < 0.08 || typeof body !== 'object' || body === null) return pick(random, HOSTILE)
  const copy = structuredClone(body) as Record<string, unknown>
  for (let count = Math.ceil(random() * 3); count > 0; count -= 1) spoilOne(random, copy, ids)
  return copy
}

function spoilOne(random: Random, inside: Record<string, unknown>, ids: readonly string[]): void {
  if (Object.keys(inside).length === 0) return
  const name = random() < 0.1 ? pick(random, KEYS) : pick(random, Object.keys(inside))
  const value = inside[name]
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random() < 0.6)
    return spoilOne(random, value as Record<string, unknown>, ids)
  if (random() < 0.15) delete inside[name]
  else Object.defineProperty(inside, name, { value: anyValue(random, ids), enumerable: true, configurable: true })
}
