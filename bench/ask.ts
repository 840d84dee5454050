import { get, type IncomingHttpHeaders } from 'node:http'

/** Headers that select a browser's variant of an answer. */
export const AS_A_BROWSER = { accept: 'text/html,*/*', 'accept-encoding': 'br' }

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Bytes as they came over the wire. */
  body: Buffer
}

/** Requests a URL once, on a connection of its own. Rejects where the answer is incomplete or too late. */
export function ask(url: string, { withinMs = 60_000 } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs)
    const request = get(url, { agent: false, headers: AS_A_BROWSER, signal }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      // A connection that breaks off is an error, too.
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
  })
}
