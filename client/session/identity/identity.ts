import { embeddedIdentity } from './embedded-identity.ts'
import type { BrowserIdentity } from './identity-port.ts'

/**
 * Identity provider of this browser; the only file that names it. Null during server-side rendering, where there is no
 * session.
 */
export const identity: BrowserIdentity = import.meta.env.SSR ? (null as never) : embeddedIdentity()
