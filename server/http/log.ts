import type { FastifyLoggerOptions } from 'fastify'
import { pino } from 'pino'
import type { Log } from '#server/services.ts'
import type { Config } from '#server/config.ts'
import { describeError } from './describe-error.ts'

/**
 * Structured lines with the request's id. What may be secret or personal never enters: no headers, no bodies, no
 * query strings; routes by their pattern; addresses inside error messages masked.
 */
export function loggerOptions(
  level: Config['logLevel'],
): FastifyLoggerOptions & { base: null; redact: { paths: string[]; censor: string } } {
  return {
    level,
    base: null,
    serializers: {
      err: (thrown: unknown) => describeError(thrown),
    },
    redact: {
      paths: ['token', 'password', 'clientSecret', '*.token', '*.password', '*.clientSecret', 'email', '*.email'],
      censor: '[hidden]',
    },
  }
}

/** The same lines for what happens outside of requests. */
export function consoleLog(level: Config['logLevel']): Log {
  return pino(loggerOptions(level))
}
