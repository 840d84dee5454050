import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import type { MonitorGuard } from './monitoring/monitor-guard.ts'

/** Signed-in account, as the services know it. */
export type SignedInAccount = Awaited<ReturnType<Services['accounts']['require']>>

/** Caller of a request, with what the call's `access` requires. */
export interface Caller {
  account: SignedInAccount | null
  proof: Proof | null
}

const NOT_A_MONITOR =
  'Please send METRICS_TOKEN as a bearer token. Without that setting, only a shop that is open on its own machine alone answers here, and only to that machine.'

type GuardServices = Pick<Services, 'accounts' | 'identity'>

/**
 * Authenticates and authorizes a request from its Authorization header alone, before anything else of it is read.
 * Refuses with 401 or 403.
 */
export async function requireCaller(
  services: GuardServices,
  { access, mayMonitor }: { access: Access; mayMonitor: MonitorGuard },
  request: FastifyRequest,
): Promise<Caller> {
  if (access === 'anyone') return { account: null, proof: null }
  if (access === 'monitor') {
    if (!mayMonitor(request, bearerToken(request))) refuse('not_signed_in', NOT_A_MONITOR)
    return { account: null, proof: null }
  }
  const token = bearerToken(request)
  if (!token) refuse('not_signed_in', 'Please sign in to do this.')
  if (access === 'proof' || access === 'proof-or-member') {
    const proof = await services.identity.verifyProof(token)
    if (proof) return { account: null, proof }
    if (access === 'proof')
      refuse('not_signed_in', 'Please sign in again: your proof of identity is missing or has expired.')
  }
  const account = await services.accounts.require(token)
  if (typeof access !== 'string') await services.accounts.requireRole(account, access)
  return { account, proof: null }
}

/** Bearer token of the Authorization header; null without one. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? ''
  const [scheme = '', token = '', ...rest] = header.split(' ')
  return scheme.toLowerCase() === 'bearer' && token !== '' && rest.length === 0 ? token : null
}
