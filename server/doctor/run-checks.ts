import { setTimeout as sleep } from 'node:timers/promises'
import { healthCheckNames, healthChecks, type HealthCheckName } from '#contract/settings/health-checks.ts'
import { fault, type Finding, type FindingState } from '#server/ports/finding.ts'

/** One look at a part of the shop. It changes nothing that lasts, and may throw. */
export interface Check {
  name: HealthCheckName
  run(): Promise<Finding[]>
  /** Maximum time, in milliseconds. */
  withinMs?: number
}

export interface CheckReport {
  number: number
  title: string
  /** The worst of its findings. */
  state: FindingState
  findings: Finding[]
}

interface Voice {
  /** Masks secrets. */
  hide: (text: string) => string
  /** An unexpected error as words for the operator. */
  explain: (error: unknown) => string
}

const WITHIN_MS = 20_000
const WORST_FIRST: readonly FindingState[] = ['fault', 'warning', 'ok', 'skipped']

/**
 * Runs all checks at once, each within its time: one that throws or stays silent is a fault of its own, and keeps no
 * other. Returns their reports in order, each as a promise that never rejects.
 */
export const runChecks = (checks: readonly Check[], voice: Voice): Promise<CheckReport>[] =>
  checks.map(async (check) => {
    const findings = (await findingsOf(check, voice)).map(({ found, advice, state }) => ({
      state,
      found: voice.hide(found),
      advice: voice.hide(advice),
    }))
    const state = WORST_FIRST.find((one) => findings.some((finding) => finding.state === one)) ?? 'skipped'
    return { number: healthCheckNames.indexOf(check.name) + 1, title: healthChecks[check.name], state, findings }
  })

async function findingsOf({ run, withinMs = WITHIN_MS }: Check, { explain }: Voice): Promise<Finding[]> {
  const late = new AbortController()
  const silence = sleep(withinMs, null, { signal: late.signal }).catch(() => null)
  try {
    const found = await Promise.race([run(), silence])
    return (
      found ?? [
        fault(`No answer within ${withinMs / 1000} s.`, 'Look at the network, and at the load of this machine.'),
      ]
    )
  } catch (error) {
    return [fault(explain(error).split('\n    at ')[0]!, 'Mend what the sentence names, then run the checks again.')]
  } finally {
    late.abort()
  }
}

/** Whether the shop needs a hand: an exit code's and a monitor's question. */
export const hasFault = (reports: readonly CheckReport[]): boolean => reports.some(({ state }) => state === 'fault')
