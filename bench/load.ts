import autocannon, { type LoadRequest, type Options } from 'autocannon'
import { AS_A_BROWSER } from './ask.ts'
import type { ServerProcess } from './server-process.ts'
import type { PossibleClaim } from './stock.ts'

/** What one server did with one load. */
export interface Round {
  perSecond: number
  /** CPU time of the server's process, its database not included. */
  cpuMsPerRequest: number
  /** The most memory that was seen during the load. */
  rssBytes: number
  /** Milliseconds of each answer. */
  times: number[]
}

/** Below which so many percent of the values are. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ]!

const CONNECTIONS = 10
const LONGEST_MS = 60_000
const RSS_EVERY_MS = 200

/** A parameter that nobody knows: what is asked for with it is made anew each time. */
const PAST_MEMORY = 'past=memory'

/** Pages of 24 books, the first one every time, read from the database each time. */
export function readPages(server: ServerProcess, amount: number): Promise<Round> {
  return load(server, amount, { method: 'GET', path: `/api/all-books?limit=24&${PAST_MEMORY}` })
}

/** One page as a browser asks for it, again and again. */
export function readScreen(server: ServerProcess, page: string, amount: number): Promise<Round> {
  return load(server, amount, { method: 'GET', path: page, headers: AS_A_BROWSER })
}

/** The address of a page at which it is rendered each time. */
export const rendered = (page: string): string => `${page}?${PAST_MEMORY}`

/** Each claim once. */
export function makeClaims(server: ServerProcess, claims: PossibleClaim[]): Promise<Round> {
  const queue = claims.values()
  return load(server, claims.length, {
    method: 'POST',
    path: '/api/buy-now',
    setupRequest: (request) => {
      const { token, bookId } = queue.next().value!
      return {
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          bookData: { _id: bookId },
          phone: '+49 30 1234',
          meetingLocation: 'Library steps',
        }),
      }
    },
  })
}

/** Sends so many requests, on a few connections that each wait for their answer. Any refusal or error ends the bench. */
export async function load(
  server: ServerProcess,
  amount: number,
  request: LoadRequest | LoadRequest[],
  { connections = CONNECTIONS, longestMs = LONGEST_MS } = {},
): Promise<Round> {
  const requests = [request].flat()
  const times: number[] = []
  const before = await server.usage()
  let rssBytes = before.rssBytes
  const look = async () => {
    rssBytes = Math.max(rssBytes, (await server.usage()).rssBytes)
  }
  // A server that is gone shows in the answers.
  const watch = setInterval(() => void look().catch(() => {}), RSS_EVERY_MS)
  const start = performance.now()
  let end = start
  const run = autocannon({
    url: server.origin,
    connections,
    amount,
    timeout: 10,
    sampleInt: 50,
    ...(requests.length > 1 ? inTurns(requests) : { requests }),
  })
  // The tool's own duration is as coarse as its sampling.
  run.on('response', (_client, _status, _bytes, tookMs) => {
    end = performance.now()
    times.push(tookMs)
  })
  const tooLong = setTimeout(() => run.stop(), longestMs)
  let result
  try {
    result = await run
  } finally {
    clearInterval(watch)
    clearTimeout(tooLong)
  }
  if (result['2xx'] !== amount || result.errors > 0)
    throw new Error(
      `${requests[0]!.path}: of ${amount} requests ${result['2xx']} were answered well, ${result.non2xx} refused`,
    )
  const after = await server.usage()
  return {
    perSecond: (amount * 1000) / (end - start),
    cpuMsPerRequest: (after.cpuMs - before.cpuMs) / amount,
    rssBytes: Math.max(rssBytes, after.rssBytes),
    times,
  }
}

/**
 * Each connection sends all of them in turns, each made when it is sent. Given a list, the tool makes all of it for each
 * connection before it reads an answer: with 120 requests the first 16 answers seemed to take 25 ms, whoever gave them.
 */
function inTurns(requests: readonly LoadRequest[]): Pick<Options, 'requests' | 'setupClient'> {
  const first = requests[0]!
  return {
    requests: [first],
    setupClient: (client) => {
      let next = 0
      client.setRequests([{ ...first, setupRequest: (made) => ({ ...made, ...requests[next++ % requests.length] }) }])
    },
  }
}
