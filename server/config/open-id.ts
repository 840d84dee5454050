import { isLoopback } from './is-loopback.ts'
import type { Read, Settings } from './settings.ts'

/** Settings that belong together. */
export const OIDC_TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const

/** Mistakes that show only when the settings of OpenID Connect are looked at with others. */
export function openIdContradictions({ values, given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  const mistakes: string[] = []
  const names = OIDC_TOGETHER.filter((name) => given.has(name))
  if (values.OIDC_TRUSTS_EMAIL && names.length === 0)
    mistakes.push(`OIDC_TRUSTS_EMAIL: has no effect without ${OIDC_TOGETHER.join(', ')}`)
  if (names.length > 0 && given.has('FIREBASE_PROJECT_ID'))
    mistakes.push(`${names.join(', ')}: has no effect with Firebase; take one of the two away`)
  const url = values.OIDC_ISSUER === undefined ? null : new URL(values.OIDC_ISSUER)
  if (url?.protocol === 'http:' && !(mode === 'demo' && isLoopback(url.hostname)))
    mistakes.push('OIDC_ISSUER: must begin with https://, or anyone on the way can sign in as anyone')
  return mistakes
}

/** The provider beside Google; null for none. */
export function openIdProvider(read: Settings) {
  const { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = read
  if (!url || !clientId || !clientSecret || !name) return null
  return { issuer: url, clientId, clientSecret, name, trustsEmail: read.OIDC_TRUSTS_EMAIL }
}
