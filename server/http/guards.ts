import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/call.ts'
import { refuse } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'

/** The signed-in account, as the services know it. */
export type SignedInAccount = Awaited<ReturnType<Services['accounts']['require']>>

/** The caller, with what the call's `access` asks for. */
export interface Caller {
  account: SignedInAccount | null
  proof: Proof | null
}

type GuardServices = Pick<Services, 'accounts' | 'identity'>

/**
 * Settles who is asking and whether they may at all, from the Authorization header alone and before anything else
 * of the request is read. Refuses with 401 or 403.
 */
export async function requireCaller(services: GuardServices, access: Access, request: FastifyRequest): Promise<Caller> {
  if (access === 'anyone') return { account: null, proof: null }
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

/** The token of the Authorization header; null where there is none. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? ''
  const [scheme = '', token = '', ...rest] = header.split(' ')
  return scheme.toLowerCase() === 'bearer' && token !== '' && rest.length === 0 ? token : null
}
