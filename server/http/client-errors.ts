import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '#contract/problems.ts'
import { PROBLEM_TYPE, problemOf } from './problem-responses.ts'

/** How long the one asking has to read its answer and close the connection itself; a bit of it may still be sending. */
const LINGER_MS = 3_000

/**
 * Answers what broke off before it was a whole request (too slow, too large, not HTTP), and ends the connection: at
 * once if it can, and without the other side if that neither reads nor closes.
 */
export function answerClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const code: ProblemCode = isLate ? 'request_timeout' : 'invalid_input'
  const detail = isLate ? 'The request took too long. Please try again.' : 'We can’t read this request.'
  const requestId = randomUUID()
  const problem = problemOf(code, detail, requestId)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
  const patience = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(patience))
}
