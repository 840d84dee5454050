import { Logger } from 'graphile-worker'
import type { Log } from '#server/services.ts'

/** Lets the job runner speak through the shop's log: its everyday chatter is left out, and so are payloads. */
export function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, `jobs: ${message}`)
    else if (level === 'warning') log.warn({}, `jobs: ${message}`)
  })
}
