import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { openDatabase } from '#server/open-database.ts'
import { startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'
import { INSTANCES, startHaproxy } from './start-haproxy.ts'

/**
 * A demo's shop as three instances behind HAProxy, with nothing in common but database and object store; and the outbox,
 * a folder that stands for a mail server. The process that it gives is the first one's, at the address of all.
 */
export async function startInstances(settings: Record<string, string>): Promise<ShopProcess> {
  const store = await startS3()
  const ports = [await freePort(), await freePort(), await freePort()]
  const proxy = await startHaproxy(ports, await temporaryFolder())
  const common = {
    ...store.env,
    TRUST_PROXY: '1',
    KEYS_SECRET: 'a-secret-of-all-instances-of-this-shop',
    PUBLIC_URL: proxy.origin,
    ...settings,
  }
  const [port, ...otherPorts] = ports.map(String) as [string, string, string]
  const first = await startShop({ env: { ...common, PORT: port } })
  const outbox = path.join(first.dataDir, 'outbox')
  await mkdir(outbox, { recursive: true })
  const others: ShopProcess[] = []
  for (const PORT of otherPorts) {
    const dataDir = await temporaryFolder()
    await symlink(outbox, path.join(dataDir, 'outbox'))
    others.push(
      await startShop({ env: { ...common, PORT, DATABASE_URL: await databaseUrlOf(first.dataDir) }, dataDir }),
    )
  }
  await until(async () => (await proxy.up()).length === INSTANCES.length)
  return {
    ...first,
    origin: proxy.origin,
    output: () => [first, ...others].map((shop) => shop.output()).join('\n'),
    stop: async (options) => {
      await proxy.stop()
      // The first one has the database.
      for (const shop of others) await shop.stop(options)
      const code = await first.stop(options)
      await store.close()
      return code
    },
  }
}

/** Address of the database that an open shop runs for itself. */
async function databaseUrlOf(dataDir: string): Promise<string> {
  const place = { database: { kind: 'embedded' as const }, dataDir }
  const { url, close } = await openDatabase(place, { as: 'tool', program: 'the tests', say: () => {} })
  await close()
  return url
}
