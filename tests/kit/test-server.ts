import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { Problem } from '#contract/problems.ts'
import { scheduleBackups, type ScheduledBackups } from '#server/backup/scheduled-backups.ts'
import { buildServer } from '#server/build-server.ts'
import { readConfig } from '#server/config.ts'
import { jobOutages } from '#server/jobs/job-outages.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { makeIdentityTables, openShop, type Shop } from '#server/open-shop.ts'
import { openBackupCopies } from '#server/open-stores.ts'
import type { ServerOptions } from '#server/server-options.ts'
import type { Log, Services } from '#server/services.ts'
import { connect } from '#server/database/connect.ts'
import { reservePort } from '#server/database/embedded/free-port.ts'
import { openTracing } from '#server/tracing/open-tracing.ts'
import { traceStatement } from '#server/tracing/spans.ts'
import { freshToken } from './accounts-and-books.ts'
import { afterwards } from './afterwards.ts'
import { quickHash } from './shop/quick-hash.ts'
import { temporaryFolder } from './shop-process.ts'
import { testClock, type TestClock } from './test-clock.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export interface TestServer {
  origin: string
  services: Services
  /** The content pages as the screens are given them. */
  content: Shop['content']
  database: TestDatabase
  clock: TestClock
  dataDir: string
  /** What the use cases logged; tests look for secrets in it. */
  logged: string[]
  /** Scheduled backups, if configured; their timer is off. */
  backups: ScheduledBackups | null
  /** Sends a request over HTTP, with JSON in and out. */
  send: (method: string, path: string, options?: SendOptions) => Promise<Sent>
  /** Closes it before its time. */
  close: () => Promise<void>
}

export interface SendOptions {
  token?: string | undefined
  /** Instead of a token: signed in at this moment, as this account. */
  as?: { id: string }
  body?: unknown
  headers?: Record<string, string>
}

export interface Sent {
  status: number
  headers: Headers
  text: string
  // The tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

/** The answer as a refusal; fails where it isn't a whole problem document with its request's id. */
export function problemOf({ status, headers, json, text }: Sent): Problem {
  const problem = json as Partial<Problem> | null
  const isProblem =
    headers.get('content-type')?.startsWith('application/problem+json') === true &&
    problem?.status === status &&
    problem.requestId === headers.get('x-request-id') &&
    problem.title !== undefined &&
    problem.detail !== undefined &&
    problem.type !== undefined &&
    Array.isArray(problem.invalidFields)
  if (!isProblem) throw new Error(`${status} is not a problem document: ${text.slice(0, 300)}`)
  return problem as Problem
}

export interface TestServerOptions {
  /** Settings as an operator would give them. */
  env?: Record<string, string>
  /** Also work off jobs, with a sweep so often. */
  jobs?: boolean
  sweepEveryMs?: number
  plugins?: NonNullable<ServerOptions['plugins']>
  /** As while an update proves the shop. */
  proof?: ServerOptions['proof']
  drain?: ServerOptions['drain']
  /** The screens, where a test wants them. */
  screens?: (app: FastifyInstance, shop: Shop) => Promise<void>
  requestTimeout?: number
  /** Maximum wait in the queue; long by default, so that a busy machine refuses no request. */
  longestWait?: number | 'as in a shop'
  /** Connections of the shop's pool. */
  connections?: number
  /** Where imgbb is. */
  imgbbPlaces?: Parameters<typeof openShop>[1]['imgbbPlaces']
  /** Texts of pages in its folder, by file. */
  pages?: Record<string, string>
  /** As another process of this shop: on its database. */
  on?: Pick<TestServer, 'database'> | undefined
  /** An existing database and folder, such as restored ones; deleted with the server. */
  database?: TestDatabase | undefined
  dataDir?: string
}

/** The real shop on a database of its own, with a folder of its own, on a free port of loopback. Closed afterwards. */
export async function startTestServer({
  env = {},
  jobs = false,
  sweepEveryMs,
  plugins = [],
  proof,
  drain,
  screens,
  requestTimeout,
  longestWait = 60_000,
  connections = 20,
  imgbbPlaces,
  pages,
  on,
  database: given = on && secondConnection(on.database, connections),
  dataDir: folder,
}: TestServerOptions = {}): Promise<TestServer> {
  const database =
    given ??
    (await testDatabase({ max: connections, ...(env.OTEL_EXPORTER_OTLP_ENDPOINT && { onStatement: traceStatement }) }))
  const dataDir = folder ?? (await temporaryFolder())
  if (pages) await mkdir(path.join(dataDir, 'pages'))
  for (const [name, words] of Object.entries(pages ?? {})) await writeFile(path.join(dataDir, 'pages', name), words)
  const { port, letGo } = await reservePort()
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const clock = testClock()
  const logged: string[] = []
  const log = memoryLog(logged)
  const tracing = config.tracing && (await openTracing(config.tracing, log))
  const shop = await openShop(config, { connection: database, log, clock, hashPassword: quickHash, imgbbPlaces })
  const backups =
    config.backups &&
    (await scheduleBackups(
      shop.services,
      { databaseUrl: database.url, dataDir },
      { ...config.backups, copies: openBackupCopies(config), makeIdentityTables },
    ))
  const outages = jobOutages(shop.services.log)
  const app = await buildServer(shop.services, {
    config,
    strict: true,
    proof,
    ...(drain && { drain }),
    ...shop.server,
    ...(backups && { backups }),
    ...(jobs && { mailFailingSince: () => outages.since('send_mail') }),
    plugins: [
      ...shop.server.plugins,
      ...plugins,
      ...(screens ? [(scope: FastifyInstance) => screens(scope, shop)] : []),
    ],
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(longestWait !== 'as in a shop' && { longestWait }),
  })
  await letGo()
  await app.listen({ host: '127.0.0.1', port })
  const runner = jobs
    ? await startJobs(shop.services, database.url, {
        ownsDatabase: true,
        connections: config.connections.jobs,
        outages,
        ...(sweepEveryMs !== undefined && { everyMs: sweepEveryMs }),
      })
    : null
  const origin = `http://127.0.0.1:${port}`
  let closing: Promise<void> | undefined
  const stop = async () => {
    await runner?.stop()
    await app.close()
    await shop.close()
    await tracing?.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const close = () => (closing ??= stop())
  afterwards(close)
  return {
    origin,
    services: shop.services,
    content: shop.content,
    database,
    clock,
    dataDir,
    logged,
    backups,
    send: async (method, path, { as, ...options } = {}) => {
      const token = as ? await freshToken(shop.services, as.id) : options.token
      return send(`${origin}${path}`, method, { ...options, token })
    },
    close,
  }
}

/** A second process's connection; the first one drops the database. */
function secondConnection({ url }: TestDatabase, max: number): TestDatabase {
  return { ...connect(url, { max, breakAfterMs: 60_000 }), url }
}

async function send(url: string, method: string, { token, body, headers = {} }: SendOptions): Promise<Sent> {
  const written = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    ...headers,
  }
  const answer = await (body instanceof FormData
    ? sendForm(url, method, written, body)
    : sendText(url, method, written, body))
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
  return { ...answer, json: isJson && answer.text !== '' ? JSON.parse(answer.text) : null }
}

type Answer = Pick<Sent, 'status' | 'headers' | 'text'>
type Headings = Record<string, string>

async function sendForm(url: string, method: string, headers: Headings, body: FormData): Promise<Answer> {
  const response = await fetch(url, { method, redirect: 'manual', headers, body })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const kept = new Agent({ keepAlive: true })

/** By Node's own client, which costs a third of what `fetch` does; but it leaves a body's length out where bodies are rare. */
async function sendText(url: string, method: string, headers: Headings, body: unknown): Promise<Answer> {
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const length = bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }
  const asked = request(url, { method, headers: { ...headers, ...length }, agent: kept })
  // Ignore errors after the answer.
  asked.on('error', () => {})
  asked.end(bytes)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const lines = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return { status: response.statusCode ?? 0, headers: new Headers(lines), text: await text(response) }
}

function memoryLog(lines: string[]): Log {
  const note = (level: string) => (facts: object, message: string) =>
    void lines.push(
      `${level} ${message} ${JSON.stringify(facts, (_key, value: unknown) => (value instanceof Error ? value.stack : value))}`,
    )
  return { info: note('info'), warn: note('warn'), error: note('error') }
}
