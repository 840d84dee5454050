import { chosenAdapter } from './adapter.ts'
import { embeddedIdentity } from './embedded/embedded-identity.ts'
import { IdentityError, type BrowserIdentity } from './identity-port.ts'

type Open = (options: Readonly<Record<string, string>>) => BrowserIdentity | Promise<BrowserIdentity>

/** Adapters by the names that the configuration has for them; only this file knows those. */
const ADAPTERS: Readonly<Record<string, Open>> = {
  embedded: embeddedIdentity,
  firebase: async (options) => (await import('./firebase/firebase-identity.ts')).firebaseIdentity(options),
}

/** The port, all of whose answers may have to wait until the adapter is loaded. */
type Eventually<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

let opened: BrowserIdentity | undefined
let opening: Promise<BrowserIdentity> | undefined

/** Retries after a failed load, which counts as a lost connection. */
function open(): Promise<BrowserIdentity> {
  opening ??= openChosen().catch((error: unknown) => {
    opening = undefined
    throw new IdentityError('auth/network-request-failed', { cause: error })
  })
  return opening
}

async function openChosen(): Promise<BrowserIdentity> {
  const { name, options } = await chosenAdapter
  const adapter = ADAPTERS[name]
  if (!adapter) throw new Error(`No adapter is called ${name}.`)
  return (opened = await adapter(options))
}

type Method = (...args: unknown[]) => unknown

/**
 * Identity provider of this browser. Once opened it is called at once, as popups demand of a click. Null during
 * server-side rendering, where there is no session.
 */
export const identity: Eventually<BrowserIdentity> = import.meta.env.SSR
  ? (null as never)
  : (new Proxy(
      {},
      {
        get: (_, name: string) => {
          const act = async (port: BrowserIdentity, args: unknown[]) =>
            (port[name as keyof BrowserIdentity] as Method)(...args)
          return (...args: unknown[]) => (opened ? act(opened, args) : open().then((port) => act(port, args)))
        },
      },
    ) as Eventually<BrowserIdentity>)
