import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { OperatorError } from '../operator-error.ts'

type Tls = Exclude<ClientConfig['ssl'], undefined>

const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

/**
 * Connection options for pg, used for every connection to an address. `sslmode` means what libpq means by it; pg takes
 * `require` for `verify-full` and prints a warning. Refuses (OperatorError) unreadable certificates.
 */
export function connectionOptions(address: string): Pick<ClientConfig, 'connectionString' | 'ssl'> {
  const url = URL.parse(address)
  const given = url?.searchParams
  const names = ['sslmode', ...Object.keys(FILES)]
  if (!url || !given || !names.some((name) => given.has(name)))
    // PGSSLMODE is meant for remote servers; the embedded database has no encryption.
    return { connectionString: address, ...(url?.hostname === '127.0.0.1' && { ssl: false }) }
  const ssl = tlsOf(given)
  for (const name of [...names, 'uselibpqcompat']) given.delete(name)
  return { connectionString: url.href, ssl }
}

function tlsOf(given: URLSearchParams): Tls {
  const mode = given.get('sslmode') ?? 'verify-full'
  if (mode === 'disable') return false
  const files = Object.entries(FILES).flatMap(([name, option]) => {
    const file = given.get(name)
    return file && file !== 'system' ? [[option, readCertificate(name, file)]] : []
  })
  const tls = Object.fromEntries(files) as { ca?: string; cert?: string; key?: string }
  if (mode === 'verify-full') return tls
  // With a root certificate the chain is checked, but not the host name; without one `require` checks nothing.
  const isChecked = mode === 'verify-ca' || (mode === 'require' && tls.ca !== undefined)
  return isChecked ? { ...tls, checkServerIdentity: () => undefined } : { ...tls, rejectUnauthorized: false }
}

function readCertificate(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`DATABASE_URL: ${name}=${file} can't be read (${code}).`, { cause: error })
  }
}
