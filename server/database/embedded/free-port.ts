import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const { port, letGo } = await reservePort()
  await letGo()
  return port
}

/**
 * A free port, reserved until `letGo`, right before it is used. It lies below the ephemeral range, so that no
 * connection or other server takes it by chance in between.
 */
export async function reservePort(): Promise<{ port: number; letGo: () => Promise<void> }> {
  for (;;) {
    const port = randomInt(12_000, 32_768)
    const holder = createServer().listen(port, '127.0.0.1')
    try {
      await once(holder, 'listening')
    } catch (error) {
      if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      continue
    }
    const letGo = async () => {
      holder.close()
      await once(holder, 'close')
    }
    return { port, letGo }
  }
}
