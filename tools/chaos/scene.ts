import { execFileSync } from 'node:child_process'
import { open, readFile, rename, rm, statfs, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { connect, type Connection } from '#server/database/connect.ts'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { shopUrl } from '#server/database/embedded/shop-role.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { startRelay, type Relay } from '#tests/kit/faults/relay.ts'
import type { Weather } from './inside.ts'
import type { Setup } from './plan.ts'
import { startReplica, type Replica } from './replica.ts'
import { aShop, type Shop } from './shop.ts'

const WELL: Weather = { clock: 0, provider: 'well', events: 'once' }

/** The shop and what it stands on. */
export class Scene {
  setup: Setup | null = null
  shops: Shop[] = []
  /** Between the instances and their database, with the setup `two`. */
  relay: Relay | null = null
  readonly folder: string
  readonly mailPort: number
  readonly logFile: string
  private readonly ports: number[] = []
  private database: EmbeddedDatabase | null = null
  private replica: Replica | null = null
  /** After a failover, until the primary is back. */
  private isFailedOver = false
  private filler: FileHandle | null = null

  constructor(folder: string, mailPort: number, logFile: string) {
    this.folder = folder
    this.mailPort = mailPort
    this.logFile = logFile
  }

  /** Changes to a setup and waits until each instance is ready. */
  async change(setup: Setup): Promise<void> {
    if (setup === this.setup) return
    await this.close()
    const env: Record<string, string> = {
      DATA_DIR: this.folder,
      DATABASE_URL: '',
      SMTP_URL: `smtp://127.0.0.1:${this.mailPort}`,
      MAIL_FROM: 'shop@example.org',
    }
    if (setup === 'two') {
      this.database = await this.startDatabase()
      const url = new URL(this.database.url)
      this.relay = await startRelay({ host: url.hostname, port: Number(url.port) })
      url.port = String(this.relay.port)
      env.DATABASE_URL = url.href
    }
    if (this.ports.length === 0) this.ports.push(await freePort(), await freePort())
    // Proofs of identity are issued by this address: instances behind one proxy have it in common.
    env.PUBLIC_URL = `http://localhost:${this.ports[0]!}`
    this.shops = this.ports.slice(0, setup === 'two' ? 2 : 1).map((port) => aShop(port, this.logFile, env))
    this.setup = setup
    await this.heal()
  }

  /** Ends every fault, starts what doesn't run, and waits until all are ready. */
  async heal(): Promise<void> {
    await this.makeRoom()
    this.relay?.open()
    this.meet({})
    for (const shop of this.shops) {
      await shop.start()
      await shop.untilReady()
    }
  }

  /** What the instances meet from now on; what isn't named is well. */
  meet(weather: Partial<Weather>): void {
    for (const shop of this.shops) shop.meet({ ...WELL, ...weather })
  }

  /** Pids of PostgreSQL: the postmaster first. Empty where it doesn't run. */
  async postgres(): Promise<number[]> {
    const file = path.join(this.data().cluster, 'postmaster.pid')
    const first = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
    if (!first) return []
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    const all = lines.map((line) => line.trim().split(/\s+/).map(Number))
    if (!all.some(([pid]) => pid === first)) return []
    return [first, ...all.filter(([, parent]) => parent === first).map(([pid]) => pid!)]
  }

  /** Makes a replica of the instances' database; a write is acknowledged once both have it. */
  async addReplica(): Promise<void> {
    this.replica = await startReplica(describeDataFolder(this.folder), Number(new URL(this.database!.url).port))
  }

  /** Kills the primary for good, and leads the instances to its replica, as a failover manager and a proxy do. */
  async failOver(): Promise<void> {
    for (const pid of await this.postgres()) process.kill(pid, 'SIGKILL')
    // Ends its supervision, which would start the primary again.
    await this.database!.stop()
    await this.replica!.promote()
    this.isFailedOver = true
    this.relay!.lead(this.replica!.port)
  }

  /** Puts what was the replica in the place of the primary. */
  async failBack(): Promise<void> {
    const { folder, stop } = this.replica!
    await stop()
    const { cluster } = describeDataFolder(this.folder)
    await rm(cluster, { recursive: true })
    await rename(folder.cluster, cluster)
    this.isFailedOver = false
    this.replica = null
    this.database = await this.startDatabase()
    this.relay!.lead(Number(new URL(this.database.url).port))
  }

  private startDatabase = () => startEmbeddedDatabase({ dataDir: this.folder, program: 'npm run chaos' })

  /** Where the data are that the shop works on. */
  private data = () => (this.isFailedOver ? this.replica!.folder : describeDataFolder(this.folder))

  /** Takes all the room that the folder's disk has left. */
  async fill(): Promise<void> {
    this.filler = await open(path.join(this.folder, 'filler'), 'w')
    const block = Buffer.alloc(2 ** 20)
    for (;;)
      try {
        await this.filler.write(block)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
        if ((await statfs(this.folder)).bavail > 16) await this.filler.write(Buffer.alloc(4096)).catch(() => {})
        return
      }
  }

  async makeRoom(): Promise<void> {
    await this.filler?.close()
    if (this.filler) await rm(path.join(this.folder, 'filler'), { force: true })
    this.filler = null
  }

  /** A connection past all faults, for what looks at the data. */
  async look(): Promise<Connection> {
    const folder = this.data()
    const port = Number((await readFile(path.join(folder.cluster, 'postmaster.pid'), 'utf8')).split('\n')[3])
    return connect(await shopUrl(folder, port), { max: 2 })
  }

  /** Stops the instances and their database. */
  async close(): Promise<void> {
    await this.makeRoom()
    this.relay?.open()
    await Promise.all(this.shops.map((shop) => shop.stop()))
    this.relay?.close()
    this.relay = null
    await this.replica?.stop()
    await this.database?.stop()
    this.database = null
    this.setup = null
  }
}
