import { connect } from '#server/database/connect.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import type { TestDatabase } from '#tests/kit/database.ts'
import { startRelay, type Relay } from './relay.ts'

export interface FreezableDatabase extends TestDatabase, Pick<Relay, 'connections' | 'freeze'> {
  /** Delivers everything that was held back. */
  thaw(): void
}

/** The same database at another address, where it can fall silent as a server does that is frozen or out of reach. */
export async function freezable(
  { url }: Pick<TestDatabase, 'url'>,
  options: Parameters<typeof connect>[1] = {},
): Promise<FreezableDatabase> {
  const there = new URL(url)
  const relay = await startRelay({ host: there.hostname, port: Number(there.port) })
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String(relay.port)
  const connection = connect(here.href, options)
  const close = async () => {
    relay.open()
    await connection.close()
    relay.close()
  }
  afterwards(close)
  return {
    ...connection,
    url: here.href,
    connections: relay.connections,
    freeze: relay.freeze,
    thaw: relay.open,
    close,
  }
}
