import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { time } from './codecs.ts'

const running = z.object({ status: z.literal('ok') })

export const health = defineCall({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  summary: 'The program is alive',
  answer: running,
})

export const ready = defineCall({
  method: 'GET',
  path: '/ready',
  access: 'anyone',
  summary:
    'The database answers and has the migrations of this program; the program’s version, and how jobs, the search, emails and backups stand',
  answer: z.extend(running, {
    /** Version of the program, which the changes (CHANGELOG.md) go by. */
    version: z.string(),
    /**
     * Seconds since the oldest due job has waited for a worker; null when none waits. `late`: emails and whatever else
     * happens later don't, while the shop sells.
     */
    jobs: z.object({ state: z.enum(['ok', 'late']), oldestDueSeconds: z.nullable(z.int()) }),
    /**
     * Books that searches don't find yet, counted up to some ten thousand. `behind`: more than are indexed within a
     * second, and searches say so.
     */
    search: z.object({ state: z.enum(['ok', 'behind']), waiting: z.int() }),
    /** Whether this program’s emails get through; `since` when they don’t. They wait, and none is lost for days. */
    mail: z.optional(z.object({ state: z.enum(['ok', 'failing']), since: z.nullable(time) })),
    /**
     * There where the shop takes backups by itself. A failed one is tried again; the log says why it failed. `trial` is the
     * last restore of one into a scratch database; `skipped`: it couldn't be made here, and the log says why.
     */
    backups: z.optional(
      z.object({
        state: z.enum(['ok', 'failed']),
        last: z.nullable(time),
        trial: z.nullable(z.object({ state: z.enum(['ok', 'failed', 'skipped']), at: time })),
      }),
    ),
  }),
  refusals: ['unavailable'],
})
