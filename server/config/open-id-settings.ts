import { z } from 'zod'
import { flag, googleClientId, googleClientSecret } from './rules.ts'

const DISCOVERY = '/.well-known/openid-configuration'

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be a full address such as https://login.example.edu', abort: true })
  .refine((url) => !url.endsWith(DISCOVERY), `must be the issuer itself: leave out ${DISCOVERY}`)
  .refine((url) => {
    const { username, password, search, hash } = new URL(url)
    return username + password + search + hash === ''
  }, 'must be an address without a password, ? and #, such as https://login.example.edu')
  .transform((url) => url.replace(/\/+$/, ''))

const LONGEST_NAME = 40

/** Settings of sign-ins by OpenID Connect. */
export const openIdSettings = {
  GOOGLE_CLIENT_ID: {
    rule: googleClientId,
    what: 'Sign-in with Google, with the next one; the way back is `PUBLIC_URL/api/identity/callback/google`.',
    otherwise: 'the stand-in; when live, and in a demo that others reach, no Google',
  },
  GOOGLE_CLIENT_SECRET: { rule: googleClientSecret, what: 'The secret that belongs to it.', secret: 'all' },
  OIDC_ISSUER: {
    rule: issuer,
    what: 'Sign-in with the accounts of a campus, by any OpenID Connect provider, with the next three: its issuer ([how](services.md#openid-connect)). The way back is `PUBLIC_URL/api/identity/callback/oidc`.',
    otherwise: 'no such sign-in',
  },
  OIDC_CLIENT_ID: { rule: z.string().min(1), what: 'The client that the provider has for the shop.' },
  OIDC_CLIENT_SECRET: { rule: z.string().min(1), what: 'The secret of that client.', secret: 'all' },
  OIDC_NAME: {
    rule: z.string().max(LONGEST_NAME, `must be at most ${LONGEST_NAME} characters: it stands on a button`),
    what: 'What people call it: the button says “Continue with …”.',
  },
  OIDC_TRUSTS_EMAIL: {
    rule: flag,
    default: 'no',
    what: '`yes` takes an email as confirmed where the provider says nothing of it; only for one whose people can’t choose their email.',
  },
} as const
