import autocannon, { type LoadRequest, type Options } from 'autocannon'
import { AS_A_BROWSER, asMember, claimOf } from './ask.ts'
import type { ServerProcess } from './server-process.ts'
import type { PossibleClaim } from './stock.ts'

/** Result of a load test on one server. */
export interface Round {
  perSecond: number
  /** CPU time of the server's process, without its database. */
  cpuMsPerRequest: number
  /** Peak memory during the load. */
  rssBytes: number
  /** Milliseconds of each answer. */
  times: number[]
}

/** Percentile of the values. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ]!

const CONNECTIONS = 10
const LONGEST_MS = 60_000
const RSS_EVERY_MS = 200

/** An unknown parameter, which bypasses the page cache. */
const PAST_MEMORY = 'past=memory'

/** Requests pages of 24 books, always the first, read from the database each time. */
export function readPages(server: ServerProcess, amount: number): Promise<Round> {
  return load(server, amount, { method: 'GET', path: `/api/all-books?limit=24&${PAST_MEMORY}` })
}

/** Requests a page again and again, as a browser does. */
export function readScreen(server: ServerProcess, page: string, amount: number): Promise<Round> {
  return load(server, amount, { method: 'GET', path: page, headers: AS_A_BROWSER })
}

/** Address of a page that bypasses the page cache. */
export const rendered = (page: string): string => `${page}?${PAST_MEMORY}`

/** Makes each claim once. */
export function makeClaims(server: ServerProcess, claims: PossibleClaim[], connections = CONNECTIONS): Promise<Round> {
  const queue = claims.values()
  const claim: LoadRequest = {
    method: 'POST',
    path: '/api/buy-now',
    setupRequest: (request) => {
      const { token, bookId } = queue.next().value!
      return {
        ...request,
        headers: asMember(token),
        body: JSON.stringify(claimOf(bookId)),
      }
    },
  }
  return load(server, claims.length, claim, { connections })
}

/**
 * Load test: sends so many requests on a few connections that each wait for their answer. Throws on any refusal or
 * error.
 */
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
  // A server that has died shows in the answers.
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
 * Cycles through the requests on each connection, making each when it is sent. Given a list, the tool makes all of it
 * for each connection before it reads an answer: with 120 requests the first 16 answers seemed to take 25 ms, from any
 * server.
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
