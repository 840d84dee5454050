import { settings, SETTINGS, type Settings } from './settings.ts'

/** The keys and passwords among the settings, passwords also as they stand in their addresses. */
export function secretValues(read: Settings): string[] {
  const values = SETTINGS.flatMap((name) => {
    const [{ secret }, value] = [settings[name], read[name]]
    if (!secret) return []
    if (typeof value === 'object' && value !== null && 'privateKey' in value) return writtenKeys(value.privateKey)
    if (typeof value !== 'string') return []
    return secret === 'all' ? [value] : passwordsIn(value)
  })
  return [...new Set(values)].filter((value) => value !== '')
}

/** A key in several lines, and as it stands in JSON. */
const writtenKeys = (key: string) => [key, JSON.stringify(key).slice(1, -1)]

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
