import type { FastifyLoggerOptions } from 'fastify'
import { pino, type DestinationStream, type LoggerOptions } from 'pino'
import type { Log } from '#server/services.ts'
import type { Config } from '#server/config.ts'
import { secretGuard } from '#server/secrets/secret-guard.ts'
import { notes } from '#server/tracing/work-notes.ts'
import { workerNumber } from './worker-number.ts'
import { describeError } from './describe-error.ts'

let opened: DestinationStream | null = null
/**
 * File descriptor 1 itself: by default pino writes through `process.stdout`, which `logPrinted` redirects into the log.
 */
const lines = () => (opened ??= pino.destination({ dest: 1, sync: true }))

type LogSettings = Pick<Config, 'logLevel' | 'secrets'>

/**
 * Logs structured lines with the request's id. Leaves out what may be secret or personal: no headers, bodies or query
 * strings; routes by their pattern; addresses inside error messages masked. Masks the settings' secrets in each whole
 * line, since a library's error may quote one. Of several workers each says its number.
 */
export function loggerOptions({
  logLevel: level,
  secrets,
}: LogSettings): FastifyLoggerOptions &
  Pick<LoggerOptions, 'hooks' | 'redact'> & { base: { worker: number } | null; stream: DestinationStream } {
  const worker = workerNumber()
  return {
    stream: lines(),
    level,
    base: worker === null ? null : { worker },
    serializers: {
      err: (thrown: unknown) => describeError(thrown),
    },
    redact: {
      paths: ['token', 'password', 'clientSecret', '*.token', '*.password', '*.clientSecret', 'email', '*.email'],
      censor: '[hidden]',
    },
    hooks: { streamWrite: secretGuard(secrets).hide },
  }
}

/** Logger for what happens outside of requests. */
export function consoleLog(settings: LogSettings): Log {
  const { stream, ...options } = loggerOptions(settings)
  return pino(options, stream)
}

/** Logger whose lines carry the notes of the work under way: the number that a person reads, whose work, which order. */
export const noting = (log: Log): Log => ({
  info: (facts, message) => log.info({ ...notes(), ...facts }, message),
  warn: (facts, message) => log.warn({ ...notes(), ...facts }, message),
  error: (facts, message) => log.error({ ...notes(), ...facts }, message),
})
