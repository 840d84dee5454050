import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterwards } from '#tests/kit/afterwards.ts'

const READY = 'Z'
const TERMINATE = 'X'
/** Of a session that is in no transaction. */
const IDLE = 'I'

/**
 * A pooler in transaction mode before a database, as PgBouncer 1.18 is one: each transaction gets another of a few
 * sessions of the server, in turn, and keeps it until its end. Named statements and settings of sessions stay behind.
 * Returns its address. Closed afterwards.
 */
export async function transactionPooler({ url }: { url: string }, sessions = 2): Promise<string> {
  const { hostname, port } = new URL(url)
  const shared = new Set<Socket>()
  const free: Socket[] = []
  const waiting: ((session: Socket) => void)[] = []
  const sockets = new Set<Socket>()
  const give = (session: Socket) => {
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }
  const open = () => {
    const session = connect(Number(port), hostname)
    session
      .on('error', () => {})
      .on('close', () => {
        shared.delete(session)
        if (free.includes(session)) free.splice(free.indexOf(session), 1)
      })
    sockets.add(session)
    return session
  }
  const server = createServer((client) => {
    let session: Socket | null = null
    let isLoggedIn = false
    const take = (taken: Socket) => {
      if (client.destroyed) return give(taken)
      session = taken
      let rest = Buffer.alloc(0)
      taken.removeAllListeners('data').on('data', (bytes: Buffer) => {
        client.write(bytes)
        const { left, isIdle } = readFrames(Buffer.concat([rest, bytes]))
        rest = Buffer.from(left)
        if (!isIdle) return
        session = null
        // Each client logs in on a session of its own, which then serves everybody, or ends where there are enough.
        if (!isLoggedIn && shared.size < sessions) shared.add(taken)
        isLoggedIn = true
        if (shared.has(taken)) give(taken)
        else taken.destroy()
      })
    }
    const begin = (bytes: Buffer) => (taken: Socket) => {
      take(taken)
      if (session === taken) taken.write(bytes)
      client.resume()
    }
    sockets.add(client)
    client.on('error', () => {}).on('close', () => session?.destroy())
    client.on('data', (bytes: Buffer) => {
      if (session) return void session.write(bytes)
      if (String.fromCharCode(bytes[0]!) === TERMINATE) return void client.destroy()
      const found = free.shift()
      if (found) return begin(bytes)(found)
      client.pause()
      waiting.push(begin(bytes))
    })
    take(open())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as AddressInfo).port)
  return here.href
}

/** Reads whole messages of the server: whether the last of them says that its session is in no transaction. */
function readFrames(bytes: Buffer): { left: Buffer; isIdle: boolean } {
  let at = 0
  let isIdle = false
  while (bytes.length >= at + 5) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (bytes.length < end) break
    isIdle = String.fromCharCode(bytes[at]!) === READY && String.fromCharCode(bytes[at + 5]!) === IDLE
    at = end
  }
  return { left: bytes.subarray(at), isIdle }
}
