import { asOf } from './as-of.ts'
import { expand } from './expand.ts'
import type { StripeObject } from './objects.ts'
import type { Answer, StoreTransaction } from './store.ts'

/** A request, from the shop or a browser. */
export interface Call {
  /** Id from the path; empty without one. */
  id: string
  form: URLSearchParams
  access: 'secret' | 'publishable'
  now: Date
  allowedOrigins: readonly string[]
  /** Id of the connected account that is asked about; null for the club's own. */
  account: string | null
  challengeUrl: (sourceId: string) => string
  /** Path of the page of an onboarding. */
  onboardingPath: (id: string) => string
}

/** Operation of a request, in one transaction. Throws StripeRefusal, which rolls it back. */
export type Operation = (tx: StoreTransaction, call: Call) => Promise<Answer>

/** Answers an object with what was asked to be expanded. */
export async function answer(tx: StoreTransaction, object: StripeObject, call: Call): Promise<Answer> {
  return { status: 200, body: await expand(tx, asOf(object, call.now), call) }
}
