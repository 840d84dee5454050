import { setTimeout as sleep } from 'node:timers/promises'
import type { Weather } from './inside.ts'
import type { MailServer } from './mail-server.ts'
import type { Setup } from './plan.ts'
import type { Scene } from './scene.ts'

/** A fault, and for how many of a deck's faults it stands. `run` returns the number of processes it killed. */
export interface Fault {
  name: string
  setup: Setup
  weight: number
  /** Only where the data folder has a disk of its own. */
  needsOwnDisk?: boolean
  /** What it needs, made while all is well. */
  before?(scene: Scene): Promise<void>
  /** Puts back what it has moved, once everything was compared. */
  after?(scene: Scene): Promise<void>
  run(scene: Scene, mail: MailServer, chance: number): Promise<number>
}

const FREEZE_MS = 6000
const CUTS_MS = 6000
const CUT_EVERY_MS = 150
const WEATHER_MS = 6000
const FULL_MS = 6000
/** Reservations end within two days. */
const WRONG_BY_MS = 3 * 86_400_000
/** Long enough for a sweep, which comes once a minute, to meet it now and then. */
const WRONG_FOR_MS = 25_000

const kill = (pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): number => {
  if (pid === undefined) return 0
  try {
    process.kill(pid, signal)
    return signal === 'SIGKILL' ? 1 : 0
  } catch {
    // It ended meanwhile.
    return 0
  }
}

const killShops = async (scene: Scene, places: number[]): Promise<number> => {
  const running = places.map((place) => scene.shops[place]!).filter((shop) => shop.isRunning())
  await Promise.all(running.map((shop) => shop.kill()))
  return running.length
}

const killPostmaster = async (scene: Scene) => kill((await scene.postgres())[0])

/** The database, or something before it, is silent for a while. */
async function freezePostgres(scene: Scene): Promise<number> {
  const pids = await scene.postgres()
  for (const pid of pids) kill(pid, 'SIGSTOP')
  await sleep(FREEZE_MS)
  for (const pid of pids) kill(pid, 'SIGCONT')
  return 0
}

async function killWhileStarting(scene: Scene, chance: number): Promise<number> {
  let kills = await killShops(scene, [0])
  for (const part of [chance, 1 - chance]) {
    await scene.shops[0]!.start()
    await sleep(300 + part * 3000)
    kills += await killShops(scene, [0])
    if (part > 0.7) kills += await killPostmaster(scene)
  }
  return kills
}

async function cutConnections(scene: Scene): Promise<number> {
  for (const end = performance.now() + CUTS_MS; performance.now() < end; await sleep(CUT_EVERY_MS)) scene.relay!.cut()
  return 0
}

const weather = (name: string, setup: Setup, given: Partial<Weather>, forMs = WEATHER_MS): Fault => ({
  name,
  setup,
  weight: 1,
  run: async (scene) => {
    scene.meet(given)
    await sleep(forMs)
    scene.meet({})
    return 0
  },
})

const mailTrouble = (name: string, how: Parameters<MailServer['behave']>[0]): Fault => ({
  name,
  setup: 'one',
  weight: 1,
  run: async (_, mail) => {
    mail.behave(how)
    await sleep(WEATHER_MS)
    mail.behave('well')
    return 0
  },
})

export const FAULTS: readonly Fault[] = [
  { name: 'shop killed', setup: 'one', weight: 4, run: (scene) => killShops(scene, [0]) },
  {
    name: 'shop killed in its start, twice',
    setup: 'one',
    weight: 2,
    run: (scene, _, c) => killWhileStarting(scene, c),
  },
  { name: 'PostgreSQL killed', setup: 'one', weight: 3, run: killPostmaster },
  {
    name: 'PostgreSQL killed twice',
    setup: 'one',
    weight: 2,
    run: async (scene, _, chance) => {
      const first = await killPostmaster(scene)
      // It is started again within a second.
      await sleep(1000 + chance * 1000)
      return first + (await killPostmaster(scene))
    },
  },
  {
    name: 'one process of PostgreSQL killed',
    setup: 'one',
    weight: 2,
    run: async (scene, _, chance) => {
      const [, ...children] = await scene.postgres()
      return kill(children[Math.floor(chance * children.length)])
    },
  },
  {
    name: 'shop and PostgreSQL killed',
    setup: 'one',
    weight: 4,
    run: async (scene) => {
      const [first] = await scene.postgres()
      const killed = killShops(scene, [0])
      return kill(first) + (await killed)
    },
  },
  {
    name: 'every process killed',
    setup: 'one',
    weight: 3,
    run: async (scene) => {
      const pids = await scene.postgres()
      const killed = killShops(scene, [0])
      for (const pid of pids) kill(pid)
      return (await killed) + Math.min(pids.length, 1)
    },
  },
  { name: 'PostgreSQL frozen', setup: 'one', weight: 1, run: freezePostgres },
  {
    name: 'disk full',
    setup: 'one',
    weight: 1,
    needsOwnDisk: true,
    run: async (scene) => {
      await scene.fill()
      await sleep(FULL_MS)
      await scene.makeRoom()
      return 0
    },
  },
  weather('card provider away', 'one', { provider: 'away' }),
  weather('card provider slow', 'one', { provider: 'slow' }),
  weather('card provider’s answers lost', 'one', { provider: 'lost' }),
  weather('card provider says that it failed', 'one', { provider: 'lying' }),
  weather('card events twice', 'one', { events: 'twice' }),
  weather('card events late and out of order', 'one', { events: 'unordered' }),
  weather('clock three days ahead, and right again', 'one', { clock: WRONG_BY_MS }, WRONG_FOR_MS),
  weather('clock three days behind, and right again', 'one', { clock: -WRONG_BY_MS }, WRONG_FOR_MS),
  mailTrouble('mail server away', 'away'),
  mailTrouble('mail server mute', 'mute'),
  mailTrouble('mail server says later', 'later'),
  mailTrouble('mail server takes and says later', 'lying'),
  { name: 'one of two killed', setup: 'two', weight: 4, run: (scene, _, c) => killShops(scene, [c < 0.5 ? 0 : 1]) },
  { name: 'both killed', setup: 'two', weight: 2, run: (scene) => killShops(scene, [0, 1]) },
  {
    name: 'one of two killed, then the other',
    setup: 'two',
    weight: 3,
    run: async (scene, _, chance) => {
      const first = await killShops(scene, [0])
      await scene.shops[0]!.start()
      await sleep(chance * 6000)
      return first + (await killShops(scene, [1]))
    },
  },
  { name: 'two: PostgreSQL killed', setup: 'two', weight: 3, run: killPostmaster },
  {
    name: 'one of two and PostgreSQL killed',
    setup: 'two',
    weight: 3,
    run: async (scene, _, chance) => {
      const killed = killShops(scene, [chance < 0.5 ? 0 : 1])
      return (await killPostmaster(scene)) + (await killed)
    },
  },
  {
    name: 'failover to a replica',
    setup: 'two',
    weight: 1,
    before: (scene) => scene.addReplica(),
    run: async (scene) => {
      await scene.failOver()
      return 1
    },
    after: (scene) => scene.failBack(),
  },
  { name: 'connections cut again and again', setup: 'two', weight: 2, run: cutConnections },
  {
    name: 'network silent',
    setup: 'two',
    weight: 1,
    run: async (scene) => {
      scene.relay!.freeze()
      await sleep(FREEZE_MS)
      scene.relay!.open()
      return 0
    },
  },
  {
    name: 'database out of reach',
    setup: 'two',
    weight: 1,
    run: async (scene) => {
      scene.relay!.refuse()
      await sleep(CUTS_MS)
      scene.relay!.open()
      return 0
    },
  },
]
