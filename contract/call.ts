import * as z from 'zod/mini'
import type { ProblemCode } from './problems.ts'
import { READ_WITHIN_MS, type Limit } from './request-limits.ts'

export type Role = 'user' | 'buyer' | 'seller' | 'admin'

/**
 * Who may make a call, as part of its declaration. `anyone` reads no token; `proof` takes the identity
 * provider's ID token (and, at /jwt only, a club token to renew); `monitor` takes the operator's own token, or a program
 * on the shop's own machine; the rest take a club token.
 */
export type Access = 'anyone' | 'proof' | 'proof-or-member' | 'member' | 'monitor' | readonly Role[]

/** What a call reads or writes, for the browser: a write has every read of one of its topics read again. */
export type Topic =
  | 'audit-log'
  | 'backups'
  | 'books'
  | 'categories'
  | 'email-change'
  | 'export'
  | 'favourites'
  | 'mail-choices'
  | 'messages'
  | 'my-books'
  | 'orders'
  | 'payouts'
  | 'people'
  | 'pictures'
  | 'reports'
  | 'same-books'
  | 'sessions'
  | 'settings'
  | 'wanted'
  | 'wants'

type Schema = z.core.$ZodType

/** One call of the API: what goes over the wire, who may, and what may be refused. */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Granted extends Access = Access,
  Refused extends ProblemCode = ProblemCode,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, with `:name` for parameters. */
  path: string
  access: Granted
  topics: readonly Topic[]
  summary: string
  params: Params
  query: Query
  body: Body
  /** A valid body, for OpenAPI and the tests that go through all calls. Left out of the browser's build. */
  example: z.input<Body> | undefined
  /** The field of the multipart form in which a file comes, where the call takes one. */
  file: string | undefined
  answer: Answer
  /** Fields of the body that the specification's clients send and that decide nothing here: by name, and why. */
  ignored: Readonly<Record<string, string>>
  /** What may be refused beside the usual (see `usualRefusals`); its use case can refuse nothing else. */
  refusals: readonly Refused[]
  limit: Limit
  /** A list that comes in pages: the Link header has the next page's address. */
  paged: boolean
  /** The answer is a text of this media type, instead of JSON. */
  textAs?: string
}

/** Everything the product's own server offers lies below this path. */
export const API_BASE = '/api'

/** A book's, an order's or an account's. */
export const id = z.uuid('That is not an id of ours')
export const idParams = z.object({ id })

export const acknowledged = z.object({ acknowledged: z.literal(true) })

const nothing = z.undefined()
type Nothing = typeof nothing

type ById = `/${string}/:id` | `/${string}/:id/${string}`

/** Declares a call. Defaults: `:id` in the path is a uuid, the answer is `acknowledged`, other parts are absent. */
export function defineCall<
  const Granted extends Access,
  const Path extends `/${string}`,
  Answer extends Schema = typeof acknowledged,
  Params extends Schema = Schema & (Path extends ById ? typeof idParams : Nothing),
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
  Refused extends ProblemCode = never,
>(
  call: {
    method: Call['method']
    path: Path
    access: Granted
    topics?: readonly Topic[]
    summary: string
    answer?: Answer
    params?: Params
    query?: Query
    body?: Body
    file?: string
    ignored?: Readonly<Record<string, string>>
    refusals?: readonly Refused[]
    limit?: Partial<Limit>
    paged?: boolean
    textAs?: string
  } & ([Body] extends [Nothing] ? unknown : { example: z.input<NoInfer<Body>> }),
): Call<Params, Query, Body, Answer, Granted, Refused> {
  return {
    params: (/\/:id(?:\/|$)/.test(call.path) ? idParams : nothing) as unknown as Params,
    answer: acknowledged as unknown as Answer,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    example: undefined,
    file: undefined,
    ignored: {},
    topics: [],
    refusals: [],
    paged: false,
    ...call,
    limit: {
      counts: call.method === 'GET' ? 'reads' : 'writes',
      costs: 1,
      withinMs: call.access === 'anyone' && call.method === 'GET' ? READ_WITHIN_MS : null,
      ...call.limit,
    },
  }
}

/** What a call's inside sees: decoded. */
export type ParamsOf<C extends Call> = z.output<C['params']>
export type QueryOf<C extends Call> = z.output<C['query']>
export type BodyOf<C extends Call> = z.output<C['body']>
export type AnswerOf<C extends Call> = z.output<C['answer']>

/** The codes that a call declares. */
export type RefusalsOf<C extends Call> = C['refusals'][number]

/** True where the call declares such a part. */
export function hasPart(call: Call, part: 'params' | 'query' | 'body'): boolean {
  return call[part] !== (nothing as Schema)
}

/** What may be refused because of who may make a call, what it takes, and how often it may be made. */
export function usualRefusals(call: Call): ProblemCode[] {
  const takesText = hasPart(call, 'body') || hasPart(call, 'query') || (hasPart(call, 'params') && !namesById(call))
  return [
    ...(call.access === 'anyone' ? [] : (['not_signed_in'] as const)),
    ...(typeof call.access === 'string' ? [] : (['wrong_role'] as const)),
    ...(takesText ? (['invalid_input'] as const) : []),
    ...(call.limit.counts === 'nothing' ? [] : (['too_many_requests'] as const)),
  ]
}

/** True where the address names a book, an order or an account by its id: one that can't exist is not found. */
export function namesById({ path }: Call): boolean {
  return /:(id|\w+Id)\b/.test(path)
}

/** True where leaving the body out means something of its own. */
export function mayOmitBody(call: Call): boolean {
  return call.body._zod.optin !== undefined
}

/** A page of a list. `next` is the opaque cursor of the following page; null at the end. */
export interface Page<Item> {
  items: Item[]
  next: string | null
}

export const inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() })
export const modified = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int(),
  modifiedCount: z.int(),
})
export const deleted = z.object({ acknowledged: z.literal(true), deletedCount: z.int() })
