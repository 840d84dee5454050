import type { Settings } from './settings.ts'

/** The keys and passwords among the settings, passwords also as they stand in their addresses. */
export function secretValues(read: Settings): string[] {
  const keys = [read.STRIPE_SECRET_KEY, read.STRIPE_WEBHOOK_SECRET, read.GOOGLE_CLIENT_SECRET]
  const passwords = [read.DATABASE_URL, read.SMTP_URL].flatMap((url) => (url ? passwordsIn(url) : []))
  return [...new Set([...keys, ...passwords].filter((value) => value !== undefined && value !== ''))] as string[]
}

function passwordsIn(address: string): string[] {
  const { password, searchParams } = new URL(address)
  // PostgreSQL takes one behind the question mark as well.
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
