import * as z from 'zod/mini'
import { API_BASE, hasPart, type BodyOf, type Call, type ParamsOf, type QueryOf } from '#contract/call.ts'
import { ConnectionError } from './problem-error.ts'
import { problemFrom } from './problem-from.ts'

type Needs<Name extends string, Value> = Value extends undefined ? { [K in Name]?: undefined } : { [K in Name]: Value }
/** Input of a call, decoded. Every field of a query is optional: the contract has defaults. */
export type InputOf<C extends Call> = Needs<'params', ParamsOf<C>> &
  Needs<'body', BodyOf<C>> & {
    query?: QueryOf<C> extends undefined ? undefined : { [K in keyof QueryOf<C>]?: QueryOf<C>[K] | undefined }
  }

type AnyInput = { params?: unknown; query?: unknown; body?: unknown }

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Bearer token. */
  token?: string | null | undefined
}

/** Sends one request of a declared call and decodes its answer. Throws ProblemError or ConnectionError. */
export async function send(call: Call, input: AnyInput, { signal, token }: SendOptions) {
  const body = hasPart(call, 'body') ? JSON.stringify(encode(call.body, input.body)) : undefined
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)

  const response = await reach(addressOf(call, input), {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const answer: unknown = await readBody(response)
  if (!response.ok) throw problemFrom(response.status, answer, response.headers.get('x-request-id') ?? '')
  return { answer: decodeAnswer(call, answer), next: nextCursor(response.headers.get('link')) }
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ConnectionError(error)
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function addressOf(call: Call, input: AnyInput): string {
  const params = hasPart(call, 'params') ? (encode(call.params, input.params) as Record<string, string>) : {}
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `${API_BASE}${path}${searchOf(call, input.query)}`
}

function searchOf(call: Call, query: unknown): string {
  if (!hasPart(call, 'query') || query === undefined) return ''
  // Partial schema: defaults are the server's to fill in, and encoding would demand the fields.
  const encoded = encode(z.partial(call.query as z.ZodMiniObject), query) as Record<string, string | undefined>
  const given = Object.entries(encoded).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''
}

/** Encodes by schema. Validation errors become the ProblemError that the server would answer. */
function encode(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeEncode(schema, value)
  if (result.success) return result.data
  const invalidFields = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw problemFrom(422, { detail: invalidFields.map(({ message }) => message).join('. '), invalidFields }, '')
}

function decodeAnswer(call: Call, answer: unknown): unknown {
  const result = z.safeDecode(call.answer, answer)
  if (result.success) return result.data
  throw problemFrom(500, { detail: 'The server’s answer could not be understood. Please reload the page.' }, '')
}

/** Cursor from a Link header, `<…?cursor=abc>; rel="next"`; null on the last page. */
export function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  return address === undefined ? null : new URL(address, 'http://here').searchParams.get('cursor')
}
