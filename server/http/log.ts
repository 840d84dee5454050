import type { FastifyLoggerOptions } from 'fastify'
import { pino } from 'pino'
import type { Log } from '#server/services.ts'
import type { Config } from '#server/config.ts'

const ADDRESS = /[^\s@"'<>()=]+@[^\s@"'<>()]+\.[^\s@"'<>()]+/g

/** 'ann@example.org' → 'a***@example.org', wherever one stands in a text. */
export function maskAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => `${address.charAt(0)}***${address.slice(address.lastIndexOf('@'))}`)
}

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
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: maskAddresses(error.message),
        stack: maskAddresses(error.stack ?? ''),
      }),
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
