import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { API_BASE } from '#contract/call.ts'
import { health, ready } from '#contract/operations.ts'
import { busyPage, busyPagePolicy } from '#server/http/busy-page.ts'
import { PROBLEM_TYPE, problemOf, USUAL_WAIT } from '#server/http/problem-responses.ts'
import { pathOnly } from '#server/http/require-plain-requests.ts'
import { dataPolicy, securityHeaders } from '#server/http/security-headers.ts'
import { STAGES, type Stage } from './stages.ts'

/** A shop that isn't open yet. */
export interface Opening {
  publicUrl: string
  /** Its name where the settings have it: admins' settings are in the database. */
  shopName: string | null
  stage: Stage
}

const OPENING = 'We’re opening the shop.'
const UPDATING = 'We’re updating the shop. Nothing is lost.'

const HEALTH = `${API_BASE}${health.path}`
const READY = `${API_BASE}${ready.path}`

/** Whether monitors ask: they are answered at once. */
export function isFromMonitor(request: { url?: string | undefined }): boolean {
  const path = pathOf(request)
  return path === HEALTH || path === READY
}

const pathOf = (request: { url?: string | undefined }) => pathOnly(request).replace(/\?.*/, '')

/**
 * Answers before there is a shop: health as alive, pages with an apology that reloads itself, readiness with what the
 * start is doing, other calls with a problem; all but health by 503 with Retry-After.
 */
export function answerWhileOpening(opening: Opening): RequestListener {
  const headers = securityHeaders(opening, [])
  return (request, response) => {
    const requestId = randomUUID()
    const path = pathOf(request)
    const answer = (status: number, body: string, more: Record<string, string | number>) => {
      const length = { 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, {
        ...headers,
        'cache-control': 'no-store',
        'x-request-id': requestId,
        ...length,
        ...more,
      })
      response.end(request.method === 'HEAD' ? '' : body)
    }
    const data = { 'content-security-policy': dataPolicy }
    if (path === HEALTH)
      return answer(200, JSON.stringify({ status: 'ok' }), {
        ...data,
        'content-type': 'application/json; charset=utf-8',
      })
    const wait = { 'retry-after': USUAL_WAIT.unavailable }
    const words = opening.stage === 'updating' ? UPDATING : OPENING
    if (wantsPage(request.method, path, request.headers.accept))
      return answer(503, busyPage(opening.shopName, words, USUAL_WAIT.unavailable), {
        ...wait,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': busyPagePolicy,
      })
    const detail = path === READY ? `Not open yet: ${STAGES[opening.stage]}.` : `${words} Please try again in a moment.`
    const problem = problemOf('unavailable', detail, requestId)
    return answer(503, JSON.stringify(problem), { ...data, ...wait, 'content-type': PROBLEM_TYPE })
  }
}

const wantsPage = (method = '', path: string, accept = '') =>
  (method === 'GET' || method === 'HEAD') && accept.includes('text/html') && !path.startsWith(`${API_BASE}/`)
