import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { token } from './rules.ts'

/** A machine with more processors has them for other programs, too. */
const MOST_WORKERS = 64
const WORKERS_MESSAGE = `must be auto, or a whole number from 1 to ${MOST_WORKERS}`

/** What this program's processes do. */
export const processSettings = {
  WORKERS: {
    rule: z
      .string()
      .regex(/^(?:auto|\d+)$/, { error: WORKERS_MESSAGE, abort: true })
      .transform((word) => (word === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : Number(word)))
      .pipe(z.number().min(1, WORKERS_MESSAGE).max(MOST_WORKERS, WORKERS_MESSAGE)),
    default: '1',
    what: 'How many processes answer requests, to use several processors: a number, or `auto` for one for each. From 2 on they are beside the one that you start, which has the database and does the jobs. Each takes about 200 MB, and connections of its own to the database. [How](runbook.md#several-processors).',
    example: 'auto',
  },
  ROLE: {
    rule: z.enum(['all', 'web', 'jobs'], 'must be all, web or jobs'),
    default: 'all',
    what: 'What this instance of a live shop does, where several share a database: `web` answers requests, and does no jobs and takes no backups by itself; `jobs` does only those, and answers monitors alone. [How](runbook.md#several-machines).',
    example: 'web',
  },
  KEYS_SECRET: {
    rule: token.min(32, 'must be at least 32 letters, digits and -._~+/=, such as "openssl rand -hex 24" writes'),
    what: 'A secret that all instances of one shop have: by it the shop’s keys are kept in the database, sealed, so that an instance needs no copy of another’s `DATA_DIR`. [How](runbook.md#several-machines).',
    otherwise: 'the keys are in `DATA_DIR` alone',
    secret: 'all',
  },
} as const
