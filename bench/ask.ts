import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers that select a browser's variant of an answer. */
export const AS_A_BROWSER = { accept: 'text/html,*/*', 'accept-encoding': 'br' }

/** A request by its address as written, without a browser's normalization. */
export interface Asked {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Bytes as they came over the wire. */
  body: Buffer
}

/** Sends a request on a connection of its own. Rejects where the answer is incomplete or too late. */
export function ask(origin: string, { path, method = 'GET', headers = AS_A_BROWSER, body }: Asked, withinMs = 60_000) {
  return new Promise<Answer>((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs)
    const sent = request(`${origin}/`, { path, method, headers, agent: false, signal }, (answer) => {
      const { statusCode = 0, headers: heads } = answer
      buffer(answer).then((bytes) => resolve({ status: statusCode, headers: heads, body: bytes }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What a buyer sends to claim a copy. */
export const claimOf = (bookId: string) => ({
  bookData: { _id: bookId },
  phone: '+49 30 1234',
  meetingLocation: 'Library steps',
})

/** Headers of a signed-in member's call. */
export const asMember = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Sends a member's call. Throws on any refusal. */
export async function send(origin: string, method: string, address: string, token: string, body: object) {
  const answer = await fetch(origin + address, { method, headers: asMember(token), body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${address} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { insertedId?: string }
}
