import { readConfig } from '#server/config.ts'

/** The least that a live shop needs. */
export const live = {
  DOGEAR_MODE: 'live',
  PUBLIC_URL: 'https://books.example.org',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'books@example.org',
}

/** The error with which these settings are refused, one line per mistake; empty when all is well. */
export function mistakesOf(env: Record<string, string>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** Names of settings in the errors, one per line; empty when all is well. */
export function complaints(env: Record<string, string>): string[] {
  const mistakes = mistakesOf(env)
  return mistakes === '' ? [] : mistakes.split('\n').map((line) => line.slice(0, line.indexOf(':')))
}
