import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { hasPart, type Call } from '#contract/call.ts'
import { exampleOf } from '#tests/kit/example-of.ts'
import { Callers, mayCall, ROLES, strangers, type Caller } from '#tests/kit/fuzz/people.ts'
import { addressOf, pick, spoiled } from '#tests/kit/fuzz/values.ts'
import { temporaryFolder } from '#tests/kit/shop-process.ts'
import { problemOf, startTestServer, type Sent } from '#tests/kit/test-server.ts'
import { seeded } from '#tools/chaos/plan.ts'
import { declaredCalls } from '#server/http/declared-calls.ts'

/*
 * Asks every call of the contract with hostile values, as a visitor, a buyer, a seller and an admin, for their own and
 * for other people's things. `npm run fuzz -- --requests N --seed S` asks more; a failure prints what was asked.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 900)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_128)

const server = await startTestServer({
  env: { BACKUP_DIR: await temporaryFolder(), METRICS_TOKEN: 'a-token-of-monitors' },
})
const calls = Object.values(await declaredCalls('USD'))
const victims = await strangers(server)
const people = new Callers(server)
const random = seeded(SEED)

/** What an admin may do to other people would leave nobody to protect: the strangers' ids are for the others. */
async function idsFor(caller: Caller): Promise<string[]> {
  const own =
    caller === 'visitor'
      ? []
      : Object.values(await people.find(caller)).flatMap((one) => (typeof one === 'string' ? one : one.id))
  return [...own, crypto.randomUUID(), ...(caller === 'admin' ? [] : victims.ids)]
}

async function bodyOf(call: Call, caller: Caller, ids: string[]): Promise<unknown> {
  if (call.file !== undefined) return exampleOf(call, {})
  if (!hasPart(call, 'body')) return random() < 0.1 ? spoiled(random, {}, ids) : undefined
  const { account, picture, book } = await people.find(caller === 'visitor' ? 'buyer' : caller)
  const other = random() < 0.5 && caller !== 'admin'
  const own = other
    ? { book: victims.book, order: victims.order, account: victims.buyer, email: victims.canaries['a buyer’s email']! }
    : { book, account: account.id, email: account.email }
  return spoiled(random, exampleOf(call, { ...own, picture }), ids)
}

/** What is wrong with an answer; null where nothing is. What was asked may be repeated in it. */
function faultOf(call: Call, caller: Caller, asked: string, sent: Sent): string | null {
  const { status, json, text } = sent
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  if (caller !== 'admin')
    for (const [what, canary] of Object.entries(victims.canaries))
      if (text.includes(canary) && !asked.includes(canary) && !asked.includes(encodeURIComponent(canary)))
        return `it tells ${what}`
  if (status >= 400) {
    try {
      problemOf(sent)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  if (!mayCall(caller, call)) return `${status} for a ${caller}`
  if (call.textAs !== undefined) return null
  const parsed = z.safeDecode(call.answer, json)
  return parsed.success ? null : `the answer isn’t as declared: ${JSON.stringify(parsed.error.issues).slice(0, 300)}`
}

test(
  `${REQUESTS} hostile requests bring no error of ours, nothing undeclared, and nothing of other people`,
  async () => {
    const faults: object[] = []
    const tally = new Map<string, number>()
    for (let count = 0; count < REQUESTS; count += 1) {
      // Each call in turn, so that none is left out.
      const call = calls[count % calls.length]!
      const caller = pick(random, ROLES)
      const ids = await idsFor(caller)
      const address = addressOf(random, call, ids)
      const body = await bodyOf(call, caller, ids)
      const token = caller === 'visitor' ? undefined : (await people.find(caller)).account.token
      const sent = await server.send(call.method, address, {
        ...(token && { token }),
        ...(body !== undefined && { body }),
      })
      const fault = faultOf(call, caller, address + JSON.stringify(body), sent)
      const kind = `${caller} ${Math.floor(sent.status / 100)}xx`
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
      if (fault) faults.push({ fault, caller, asked: `${call.method} ${address}`, body })
    }
    if (process.env.FUZZ_REQUESTS) process.stdout.write(`${tableOf(tally)}\n`)
    expect(faults).toEqual([])
  },
  60_000 + REQUESTS * 50,
)

/** Answers by caller and kind, as a table. */
function tableOf(tally: ReadonlyMap<string, number>): string {
  const kinds = ['2xx', '3xx', '4xx', '5xx']
  const rows = ROLES.map((caller) => [caller, ...kinds.map((kind) => String(tally.get(`${caller} ${kind}`) ?? 0))])
  return [['Caller', ...kinds], ['---', ...kinds.map(() => '---')], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}
