import type { BetterAuthPlugin } from 'better-auth'
import type { Pool } from 'pg'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { IdentitySettings } from '../settings.ts'
import { factorsSchema } from './factors-schema.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { secondStepEndpoints } from './second-step.ts'

type Settings = Pick<IdentitySettings, 'rateLimits' | 'clock' | 'secret' | 'events' | 'mail' | 'shopName' | 'publicUrl'>

/** Passkeys and second factors, as a plugin of better-auth for one origin. */
export const factors = (settings: Settings, pool: Pool, inTurn: OneAtATime, origin: string) =>
  ({
    id: 'factors',
    schema: factorsSchema,
    endpoints: {
      ...secondStepEndpoints(settings, pool),
      ...secondFactorEndpoints({ settings, pool, inTurn }),
      ...passkeyEndpoints({ settings, pool, inTurn, origin }),
    },
  }) satisfies BetterAuthPlugin
