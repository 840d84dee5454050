/** What systemd gives a service, in the environment (sd_notify(3), sd_listen_fds(3), sd_watchdog_enabled(3)). */
export interface GivenBySystemd {
  /** Address at which it hears how the service is; null where it doesn't ask. */
  notifySocket: string | null
  /** Time within which it wants a sign of life; null for none. */
  watchdogMs: number | null
  /** File descriptors of the sockets on which it listens for the service. */
  sockets: number[]
}

/** The first descriptor after standard input, output and error. */
const FIRST_SOCKET = 3

/** Reads that, and takes it off: programs that we start are no service of its. */
export function takeGivenBySystemd(env: NodeJS.ProcessEnv, pid = process.pid): GivenBySystemd {
  const take = (name: string) => {
    const value = env[name]
    delete env[name]
    return value
  }
  const isOurs = (given: string | undefined) => given === undefined || Number(given) === pid
  const notifySocket = take('NOTIFY_SOCKET') ?? null
  const [usec, watched] = [Number(take('WATCHDOG_USEC')), take('WATCHDOG_PID')]
  const [count, listener] = [Number(take('LISTEN_FDS')), take('LISTEN_PID')]
  delete env.LISTEN_FDNAMES
  return {
    notifySocket,
    watchdogMs: usec > 0 && isOurs(watched) ? usec / 1000 : null,
    sockets: count > 0 && Number(listener) === pid ? Array.from({ length: count }, (_, at) => FIRST_SOCKET + at) : [],
  }
}
