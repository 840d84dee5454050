import { setTimeout as sleep } from 'node:timers/promises'

/** The shop said no (4xx): the deal is over. */
export class Refused extends Error {}
/** Nobody knows whether it was done: no answer, or a 5xx. */
export class Unanswered extends Error {}

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
  cookies: string[]
}
interface Given {
  token?: string
  body?: object
  headers?: Record<string, string>
}

const PATIENCE_MS = 25_000
const PAUSE_MS = 250

/** How often the shop answered with each status that is none of 2xx; 0 where it didn't answer. */
export const answersOf = new Map<number, number>()
const count = (status: number) => void answersOf.set(status, (answersOf.get(status) ?? 0) + 1)

/** Asks once. Throws Refused or Unanswered where it isn't answered with 2xx. */
export async function ask(origin: string, method: string, path: string, given: Given = {}): Promise<Answer> {
  const { token, body } = given
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  let response: Response
  let text: string
  try {
    response = await fetch(origin + path, {
      method,
      headers: {
        origin,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    text = await response.text()
  } catch (error) {
    count(0)
    throw new Unanswered(`${method} ${path}`, { cause: error })
  }
  const { status, headers } = response
  if (status >= 300) count(status)
  if (status >= 500) throw new Unanswered(`${method} ${path}: ${status} ${text}`)
  if (status >= 300) throw new Refused(`${method} ${path}: ${status} ${text}`)
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]!)
  return { status, json: headers.get('content-type')?.includes('json') ? JSON.parse(text) : null, cookies }
}

/** Asks again, as a person presses again, until there is an answer; another instance each time. Only for what is done once. */
export async function insist(origin: () => string, method: string, path: string, given: Given = {}): Promise<Answer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask(origin(), method, path, given)
    } catch (error) {
      if (!(error instanceof Unanswered) || tries === 100) throw error
      await sleep(PAUSE_MS)
    }
}
