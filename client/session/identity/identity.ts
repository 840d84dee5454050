import { embeddedIdentity } from './embedded-identity.ts'
import type { BrowserIdentity } from './identity-port.ts'

/**
 * This browser's identity provider; the one place that says which it is. Pages made on the server load this file as
 * well, but nobody is there to sign in.
 */
export const identity: BrowserIdentity = import.meta.env.SSR ? (null as never) : embeddedIdentity()
