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
