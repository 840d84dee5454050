import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { brokenPromises } from '#tests/kit/deals/whole-database.ts'
import { Acknowledged } from './acknowledged.ts'
import { answersOf, ask, Refused } from './ask.ts'
import { FAULTS } from './faults.ts'
import { startLoad } from './load.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { anOwnDisk, type OwnDisk } from './own-disk.ts'
import { askForLink } from './people.ts'
import { planOf, seeded, type Planned } from './plan.ts'
import { tableOf, type Round } from './report.ts'
import { Scene } from './scene.ts'

const DEALS_AT_ONCE = 8
/** Patience for a busy machine. */
const WELL_WITHIN_MS = 600_000
const REST_WITHIN_MS = 600_000
/** Of the newest orders, how many are read by the API after each fault. */
const READ_ORDERS = 8

const isWell = ({ seconds, lost, doubled, broken }: Round) => seconds !== null && lost + doubled + broken === 0

interface Wanted {
  seed: number
  /** Only faults with one of these words, after commas, in their name are made. */
  only: string
  /** Milliseconds of deals before each fault, at most. */
  pause: number
}

/** A run of the plan: a shop, its people, and what goes wrong. */
export class Chaos {
  private readonly noted = new Acknowledged()
  private readonly rounds: Round[] = []
  private compared = 0
  private isFine = false
  /** What was found wrong; it stays so, and is told once. */
  private readonly known = new Set<string>()
  private readonly faults: typeof FAULTS
  private load: ReturnType<typeof startLoad> | null = null
  private isClosed = false
  private readonly seed: number
  private readonly pause: number
  private readonly scene: Scene
  private readonly mail: MailServer
  private readonly disk: OwnDisk
  private readonly logFile: string

  private constructor(wanted: Wanted, scene: Scene, mail: MailServer, disk: OwnDisk) {
    const { seed, only, pause } = wanted
    this.seed = seed
    this.pause = pause
    this.scene = scene
    this.mail = mail
    this.disk = disk
    this.logFile = scene.logFile
    const words = only.split(',')
    this.faults = FAULTS.filter(
      ({ name, needsOwnDisk }) => (disk.isOwn || !needsOwnDisk) && words.some((word) => name.includes(word)),
    )
  }

  /** Prepares a data folder and a mail server; `close` is needed from then on. */
  static async open(wanted: Wanted): Promise<Chaos> {
    const disk = await anOwnDisk()
    if (!disk.isOwn) console.log('Left out: disk full (mounting a small disk takes root on Linux).')
    const mail = await startMailServer()
    return new Chaos(wanted, new Scene(disk.folder, mail.port, path.join(disk.home, 'shop.log')), mail, disk)
  }

  /**
   * Draws the demo, lets people in, makes one fault after the other for so long, and prints what came of it; false where
   * something was lost.
   */
  async run(minutes: number): Promise<boolean> {
    await this.scene.change('one')
    this.load = this.letPeopleIn()
    const end = performance.now() + minutes * 60_000
    for (const planned of planOf(this.seed, this.faults)) {
      if (performance.now() > end) break
      if (!this.faults.some(({ name }) => name === planned.name)) continue
      await this.scene.change(planned.setup)
      await this.make(planned)
    }
    const isAtRest = await this.rest()
    console.log(`\n${tableOf(this.rounds)}`)
    const others = [...answersOf].map(([status, times]) => `${times} × ${status || 'none'}`)
    console.log(`\n${this.noted.notes.length} writes acknowledged, ${this.mail.mails.length} mails`)
    console.log(`Answers other than 2xx: ${others.join(', ')}`)
    this.isFine = isAtRest && this.rounds.every(isWell)
    if (!this.isFine) console.log(`What the shop said is in ${this.logFile}`)
    return this.isFine
  }

  private letPeopleIn(): ReturnType<typeof startLoad> {
    const { scene, disk, noted, mail, seed } = this
    let turn = 0
    const origin = () => {
      if (this.isClosed) throw new Refused('The shop is closed.')
      return scene.shops[(turn += 1) % scene.shops.length]!.origin
    }
    const given = { origin, dataDir: disk.folder, noted, mails: mail.mails, random: seeded(seed + 1) }
    return startLoad(given, DEALS_AT_ONCE)
  }

  private async make(planned: Planned): Promise<void> {
    const fault = this.faults.find(({ name }) => name === planned.name)!
    await fault.before?.(this.scene)
    await this.noted.nextAfter(performance.now(), WELL_WITHIN_MS)
    // A fault meets deals in all of their steps.
    await sleep(this.pause * (0.3 + planned.chance * 0.7))
    const begun = performance.now()
    const kills = await fault.run(this.scene, this.mail, planned.chance)
    const over = performance.now()
    const well = this.noted.nextAfter(kills > 0 ? begun : over, WELL_WITHIN_MS)
    await this.scene.heal()
    const seconds = await well
    const acknowledged = this.noted.notes.length - this.compared
    this.compared = this.noted.notes.length
    const found = await this.compare()
    await fault.after?.(this.scene)
    this.rounds.push({ ...planned, kills, acknowledged, seconds, ...found })
    console.log(`${planned.name}: ${acknowledged} acknowledged, well after ${seconds?.toFixed(1) ?? 'never'} s`)
  }

  /** Compares what was acknowledged with database and API; says what is wrong. */
  private async compare({ atRest = false } = {}): Promise<Pick<Round, 'lost' | 'doubled' | 'broken'>> {
    const database = await this.scene.look()
    try {
      const { lost, doubled } = await this.noted.compare(database.db)
      const broken = await brokenPromises(database.db, { atRest })
      const unread = await this.misread()
      return {
        lost: this.tell('lost', lost) + this.tell('lost for the API', unread),
        doubled: this.tell('doubled', doubled),
        broken: this.tell('broken', broken),
      }
    } finally {
      await database.close()
    }
  }

  /** Prints what wasn't known before; returns how much that is. */
  private tell(what: string, found: readonly object[]): number {
    const lines = found.map((item) => `  ${what}: ${JSON.stringify(item)}`).filter((line) => !this.known.has(line))
    for (const line of lines) {
      this.known.add(line)
      console.log(line)
    }
    return lines.length
  }

  /** Steps of the newest orders that were acknowledged, and that the API doesn't tell their buyers. */
  private async misread(): Promise<object[]> {
    const wrong: object[] = []
    for (const { id, buyer } of this.load!.bought.slice(-READ_ORDERS)) {
      const known = this.noted.notes.filter((note) => note.kind === 'step' && note.order === id)
      const { origin } = this.scene.shops.at(-1)!
      const read = await ask(origin, 'GET', `/api/my-orders/${id}`, { token: buyer.token }).catch(() => null)
      const { timeline = [] } = (read?.json ?? {}) as { timeline?: { to: string }[] }
      for (const note of read ? known : [])
        if (note.kind === 'step' && !timeline.some(({ to }) => to === note.to)) wrong.push(note)
    }
    return wrong
  }

  /** Lets people go home, waits until no job and no event of the provider is due, and compares once more. */
  private async rest(): Promise<boolean> {
    await this.load!.stop()
    // Alone, the shop knows that nobody else works on a job that is locked; beside others it waits until they are missed.
    await this.scene.change('one')
    await this.scene.heal()
    const isAtRest = await this.untilAtRest()
    if (!isAtRest) console.log('Jobs or card events are still due.')
    const { lost, doubled, broken } = await this.compare({ atRest: true })
    if (this.rounds.some(({ name }) => name.startsWith('clock'))) await this.askForMails()
    const untold = this.untold()
    if (untold.length > 0) console.log(`  accounts without the mail that they were promised: ${untold.join(', ')}`)
    return isAtRest && lost + doubled + broken + untold.length === 0
  }

  /** Accounts that were acknowledged, and got no email. */
  private untold(): string[] {
    const told = new Set(this.mail.mails.flatMap(({ recipients }) => recipients))
    return this.noted.notes.flatMap((note) => (note.kind === 'account' && !told.has(note.email) ? note.email : []))
  }

  /** Has people ask for a new link: by a wrong clock one may expire before it is sent, and then it isn't. */
  private async askForMails(): Promise<void> {
    const untold = this.untold()
    if (untold.length > 0) console.log(`${untold.length} links expired by a wrong clock; they are asked for again`)
    const { origin } = this.scene.shops[0]!
    for (const email of untold) await askForLink(() => origin, email)
    await this.untilAtRest()
  }

  private async untilAtRest(): Promise<boolean> {
    const { db, close } = await this.scene.look()
    try {
      for (const end = performance.now() + REST_WITHIN_MS; performance.now() < end; await sleep(500)) {
        const { rows } = await sql<{ due: number }>`
          SELECT (SELECT count(*) FROM graphile_worker._private_jobs WHERE run_at <= now() AND attempts < max_attempts)::int
            + (SELECT count(*) FROM card_simulator.deliveries)::int
            + (SELECT count(*) FROM refunds WHERE done_at IS NULL)::int AS due`.execute(db)
        if (rows[0]!.due === 0) return true
      }
      return false
    } finally {
      await close()
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    const gone = this.load?.stop()
    await this.scene.close()
    await gone
    await this.mail.close()
    await this.disk.remove({ butLog: !this.isFine })
  }
}
