import net from 'node:net'

// Tests reach this machine, and the database server that DATABASE_URL names; everything else is refused at the socket,
// below fetch, http, tls and every SDK.
const allowed = new Set(['localhost', '::1', '0.0.0.0', '::'])
if (process.env.DATABASE_URL) allowed.add(new URL(process.env.DATABASE_URL).hostname)
// A test key opts in to the card suite.
if (process.env.STRIPE_TEST_SECRET_KEY) allowed.add('api.stripe.com')

// oxlint-disable-next-line typescript/unbound-method -- applied to each socket below
const connect = net.Socket.prototype.connect

// Files share a process, and this runs for each of them.
const GUARDED = Symbol.for('dogear: tests reach this machine alone')
if (!(GUARDED in connect)) net.Socket.prototype.connect = Object.assign(guarded, { [GUARDED]: true })

function guarded(this: net.Socket, ...args: unknown[]): net.Socket {
  const host = hostOf(args)
  if (host === null || allowed.has(host) || /^(::ffff:)?127\./.test(host))
    return Reflect.apply(connect, this, args) as net.Socket
  queueMicrotask(() => this.destroy(new Error(`Tests don't reach the network, and this one wanted ${host}.`)))
  return this
}

/** The host that a socket connects to, in each form of arguments; null for a path on this machine. */
function hostOf(args: unknown[]): string | null {
  // net.connect passes its normalised arguments as one array.
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[]
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as net.TcpNetConnectOpts & net.IpcNetConnectOpts
    return path ? null : (host ?? 'localhost')
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null
  return typeof second === 'string' ? second : 'localhost'
}
