import type { Pool } from 'pg'
import { fault, ok, skipped, warning, type Finding } from '#server/ports/finding.ts'
import { ageInWords } from './words.ts'

/** An answer's Date has whole seconds, and was on its way. */
const SOON_SECONDS = 5
/** Signatures and tokens are refused from half a minute on, at some outsiders. */
const WRONG_SECONDS = 30
const WITHIN_MS = 8000

interface Given {
  /** Null where the database can't be asked. */
  pool: Pool | null
  /** Addresses of outsiders in use, whose clock is right. */
  outsiders: readonly string[]
  now?: () => number
}

/** Compares this machine's clock with the database's and with that of an outsider. */
export async function checkClock({ pool, outsiders, now = Date.now }: Given): Promise<Finding[]> {
  const findings: Finding[] = []
  if (pool) findings.push(of('the database’s', await databaseAhead(pool, now)))
  for (const address of outsiders) {
    const ahead = await outsiderAhead(address, now)
    if (ahead === null) continue
    findings.push(of(`that of ${new URL(address).host}`, ahead))
    break
  }
  return findings.length > 0 ? findings : [skipped('There is no other clock to compare this machine’s with.')]
}

function of(whose: string, aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs) / 1000
  if (seconds < SOON_SECONDS) return ok(`This machine’s clock and ${whose} agree.`)
  const found = `This machine’s clock is ${ageInWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${whose}.`
  const cure = 'Have both set by the network (NTP): chronyc tracking or timedatectl says whether it works.'
  return seconds < WRONG_SECONDS ? warning(found, cure) : fault(found, cure)
}

async function databaseAhead(pool: Pool, now: () => number): Promise<number> {
  const before = now()
  const { rows } = await pool.query<{ ms: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms')
  return (before + now()) / 2 - rows[0]!.ms
}

/** Null where it doesn't answer, or with no time. */
async function outsiderAhead(address: string, now: () => number): Promise<number | null> {
  const answer = await fetch(address, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => null)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? null : now() - date
}
