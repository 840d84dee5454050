import { z } from 'zod'

/** SSL modes of libpq, and `no-verify`, which is what pg calls `require` without a root certificate. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const OPEN_MODES = new Set(['allow', 'prefer'])

/** Mistake in an address's SSL parameters; null where they work. */
function encryptionMistake({ searchParams }: URL): string | null {
  const mode = searchParams.get('sslmode')
  if (mode === null) return null
  if (OPEN_MODES.has(mode))
    return `sslmode=${mode} goes on in the open where encryption fails; write sslmode=require for an encrypted connection, or sslmode=disable`
  if (!MODES.includes(mode)) return `sslmode is none of ${MODES.slice(0, 4).join(', ')}`
  const root = searchParams.get('sslrootcert')
  if (mode === 'verify-ca' && !root)
    return 'sslmode=verify-ca needs sslrootcert=FILE; for certificates that everybody knows write sslmode=verify-full'
  if (root === 'system' && mode !== 'verify-full') return 'sslrootcert=system needs sslmode=verify-full'
  return null
}

/** A malformed percent escape in user or password, which would only fail at the first connection. */
export const BROKEN_PERCENT = /%(?![\da-f]{2})/i
export const BROKEN_PERCENT_MESSAGE = 'has a % that begins no character; write %25 for a % in the password'

const FORM = 'must look like postgres://user:password@host:5432/name'

/** The address of a PostgreSQL database, whose encryption means what libpq means by it. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: FORM })
  .refine((url) => !BROKEN_PERCENT.test(url), BROKEN_PERCENT_MESSAGE)
  .superRefine((url, context) => {
    const parsed = URL.parse(url)
    const message = parsed && encryptionMistake(parsed)
    if (message) context.addIssue({ code: 'custom', message })
  })

/**
 * Where the database is. `url` reaches the server itself; `pooler` is the address of a pooler in transaction mode before
 * it, which DATABASE_URL is where DATABASE_DIRECT_URL is set. `replicas` answer public reads.
 */
type Database =
  | { kind: 'embedded' }
  | { kind: 'server'; url: string; pooler?: string | undefined; replicas?: readonly string[] | undefined }

interface Given {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_REPLICA_URLS?: readonly string[] | undefined
}

export function databaseOf(given: Given): Database {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URLS: replicas } = given
  if (url === undefined) return { kind: 'embedded' }
  const read = replicas && { replicas }
  return direct === undefined ? { kind: 'server', url, ...read } : { kind: 'server', url: direct, pooler: url, ...read }
}

/** Addresses with commas between them, each of a server of its own. */
export const databaseUrls = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(databaseUrl))

/** A second way to a database whose first isn't set, or is the same; replicas of nothing. */
export function waysToNothing({ values }: { values: Given }): string[] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URLS: replicas } = values
  if (replicas && url === undefined)
    return ['DATABASE_REPLICA_URLS: DATABASE_URL is missing, the address of the primary server']
  if (direct === undefined) return []
  if (url === undefined) return ['DATABASE_DIRECT_URL: DATABASE_URL is missing, the address of the pooler before it']
  return url === direct
    ? [
        'DATABASE_DIRECT_URL: is DATABASE_URL; take it away, unless DATABASE_URL is to lead through a pooler in transaction mode',
      ]
    : []
}
