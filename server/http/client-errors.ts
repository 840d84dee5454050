import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '#contract/problems.ts'
import { PROBLEM_TYPE, problemOf } from './problem-responses.ts'

/** Answers what broke off before it was a whole request (too slow, too large, not HTTP), and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const code: ProblemCode = isLate ? 'request_timeout' : 'invalid_input'
  const detail = isLate ? 'The request took too long; please try again.' : 'The request can’t be read.'
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
