const FULL =
  "takes no more connections; set DATABASE_CONNECTIONS so that those of all its shops fit into the server's max_connections, or raise that."
const READ_ONLY = 'takes no writes: it is a replica, or set to read only. Give the address of the primary server.'

/** PostgreSQL's refusals by SQLSTATE, as advice for the operator. */
const BY_CODE: Record<string, string> = {
  '53300': FULL,
  '25006': READ_ONLY,
  '28P01': 'refuses the user or the password of DATABASE_URL.',
  '28000': 'lets this user in from here in no way that DATABASE_URL asks for',
  '3D000': "isn't there: make an empty one of the name in DATABASE_URL, owned by the user that stands there.",
  '42501': 'lets its user make no tables; have the user of DATABASE_URL own the database.',
}

/** Node's codes for untrusted certificates. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/

/**
 * Explains a database's refusal to the operator; null for other errors. Leaves out the address, which holds a password.
 */
export function explainDatabase(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const words = wordsFor(one)
    if (words) return `The database ${words}`
  }
  return null
}

function wordsFor({ code = '', message }: Error & { code?: string }): string | null {
  if (UNTRUSTED.test(code))
    return `shows a certificate that isn't trusted (${code}). Name its authority's file in DATABASE_URL by sslrootcert=FILE, or write sslmode=require, which encrypts and trusts any.`
  if (message === 'The server does not support SSL connections')
    return 'speaks without encryption only; write sslmode=disable in DATABASE_URL if nobody can listen between the two.'
  if (code === '28000')
    return `${BY_CODE[code]} (${message})${message.includes('no encryption') ? '; write sslmode=require for an encrypted one.' : '.'}`
  return BY_CODE[code] ?? null
}
