import * as z from 'zod/mini'
import { defineCall } from './call.ts'

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
  summary: 'The database answers and its migrations are done; where backups are taken, how they stand',
  answer: z.extend(running, {
    /** There where the shop takes backups by itself. A failed one is tried again; the log says why it failed. */
    backups: z.optional(z.object({ state: z.enum(['ok', 'failed']), last: z.nullable(z.string()) })),
  }),
  refusals: ['unavailable'],
})
