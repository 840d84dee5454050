import { settings, SETTINGS, type Settings } from './settings.ts'

/** Headers of `name=value,other=value`, decoded. */
export const headersOf = (pairs: string): Record<string, string> =>
  Object.fromEntries(
    pairs.split(',').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, decodeURIComponent(value.join('='))]
    }),
  )

/** The keys and passwords among the settings, passwords also as they stand in their addresses. */
export function secretValues(read: Settings): string[] {
  const values = SETTINGS.flatMap((name) => {
    const [{ secret }, value] = [settings[name], read[name]]
    if (!secret) return []
    if (typeof value === 'object' && value !== null && 'privateKey' in value) return writtenKeys(value.privateKey)
    if (name === 'DATABASE_REPLICA_URLS' && Array.isArray(value)) return value.flatMap((one) => passwordsIn(one))
    if (typeof value !== 'string') return []
    if (secret === 'password') return passwordsIn(value)
    // Webhooks have several.
    if (name === 'STRIPE_WEBHOOK_SECRET') return value.split(',')
    if (name === 'OTEL_EXPORTER_OTLP_HEADERS') return [value, ...Object.values(headersOf(value))]
    return writtenKeys(value)
  })
  return [...new Set(values)].filter((value) => value !== '')
}

/** The same of settings that may have mistakes, as they are written: of what is no address all of it. */
export const rawSecrets = (values: Readonly<Record<string, string | undefined>>): string[] =>
  SETTINGS.flatMap((name) => {
    const [{ secret }, value = ''] = [settings[name], values[name]?.trim()]
    if (!secret) return []
    return secret === 'password' && URL.canParse(value) ? passwordsIn(value) : [value]
  }).filter(Boolean)

/** A key, also as it stands in JSON; of one in several lines each, since they may be written with other breaks. */
const writtenKeys = (key: string) => [
  key,
  JSON.stringify(key).slice(1, -1),
  ...key.split('\n').filter((line) => /^[\w+/=]{40,}$/.test(line)),
]

function passwordsIn(address: string): string[] {
  const { password, searchParams } = new URL(address)
  // PostgreSQL also accepts a password in the query string.
  const written = [password, searchParams.get('password') ?? '']
  return written.flatMap((one) => [one, decoded(one), encodeURIComponent(one)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
