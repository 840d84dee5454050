import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refuse } from '#contract/problems.ts'
import { getConfig } from '#contract/site.ts'
import { health, ready } from '#contract/operations.ts'
import type { BackupState } from '#server/services.ts'
import type { Serve } from './call-route.ts'

/** Monitors ask again within seconds, and a frozen database would keep all of their requests open. */
const READY_WITHIN_MS = 1500

/** What operators and browsers ask of the program itself. */
export function operationRoutes(serve: Serve, readBackups?: () => BackupState): void {
  serve(getConfig, async (services) => services.site)
  serve(health, async () => ({ status: 'ok' as const }))
  serve(ready, async (services) => {
    // Nothing listens before the migrations are done; whether the database still answers is asked each time.
    const answers = sql`SELECT 1`.execute(services.db).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([answers, sleep(READY_WITHIN_MS, false, { ref: false })])))
      refuse('unavailable', 'The database isn’t answering at the moment.')
    return { status: 'ok' as const, ...(readBackups && { backups: backupsOf(readBackups()) }) }
  })
}

/** A shop whose backup failed is ready all the same; monitors read the failure here. */
const backupsOf = ({ failed, last }: BackupState) => ({
  state: failed ? ('failed' as const) : ('ok' as const),
  last: last && last.toISOString(),
})
