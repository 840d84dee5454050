import { Logger } from 'graphile-worker'
import type { Log } from '#server/services.ts'

/**
 * Lets the job runner speak through the shop's log: its everyday chatter is left out, and so are payloads. A job's own
 * failure is left out as well, because `run-job.ts` tells it.
 */
export function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    if (level === 'error') log.error({}, `jobs: ${message}`)
    else if (level === 'warning') log.warn({}, `jobs: ${message}`)
  })
}
