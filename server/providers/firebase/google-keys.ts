import { createLocalJWKSet, type JWTHeaderParameters } from 'jose'
import { z } from 'zod'
import type { Clock } from '#server/ports/clock.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { FirebaseSettings } from './settings.ts'

/** An unknown key id has the keys read again at most once in this time, not once per forged token. */
const READ_AGAIN_SECONDS = 30
/** Where the answer doesn't say how long it may be kept. */
const USUAL_MAX_AGE_SECONDS = 300
const WITHIN_MS = 5000

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })).min(1) })

interface Keys {
  find: ReturnType<typeof createLocalJWKSet>
  ids: ReadonlySet<string>
  /** In seconds. */
  freshUntil: number
}

/**
 * Finds Google's key of a token by its key id. The keys are kept for as long as their `max-age` says. When they can't be
 * read, those at hand go on; throws ProviderError where there are none.
 */
export function googleKeys(address: string, { clock, log }: Pick<FirebaseSettings, 'clock' | 'log'>) {
  let keys: Keys | undefined
  let reading: Promise<Keys> | undefined
  let triedAt = -Infinity

  return async (header: JWTHeaderParameters): ReturnType<Keys['find']> => {
    const now = seconds(clock)
    const isStale = !keys || now >= keys.freshUntil
    const isUnknown = keys !== undefined && !keys.ids.has(header.kid ?? '')
    if (!keys || ((isStale || isUnknown) && (reading || now - triedAt >= READ_AGAIN_SECONDS))) {
      triedAt = now
      reading ??= readKeys(address, now).finally(() => (reading = undefined))
      try {
        keys = await reading
      } catch (err) {
        if (!keys) throw new ProviderError('Google’s keys of ID tokens can’t be read.', { cause: err })
        log.warn({ err }, 'firebase: the keys of ID tokens could not be read again')
      }
    }
    return keys.find(header)
  }
}

const seconds = (clock: Clock) => clock.now().getTime() / 1000

async function readKeys(address: string, now: number): Promise<Keys> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) })
  if (!response.ok) throw new Error(`Google answered ${response.status} for its keys.`)
  const { keys } = keySet.parse(await response.json())
  const maxAge = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
  return {
    find: createLocalJWKSet({ keys }),
    ids: new Set(keys.map(({ kid }) => kid)),
    freshUntil: now + Number(maxAge ?? USUAL_MAX_AGE_SECONDS),
  }
}
