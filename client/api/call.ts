import type { AnswerOf, Call, Page } from '#contract/call.ts'
import { readClubToken, reportRefusedToken } from './club-token.ts'
import { renewClubToken } from './club-token-renewal.ts'
import { isWorthRepeating, ProblemError } from './problem-error.ts'
import { send, type InputOf, type SendOptions } from './send.ts'
import { announceChange } from './topics.ts'

/** An item of a list that a call answers. */
export type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/**
 * Makes a call of the product's API with the club token, if there is one. Throws ProblemError where the server
 * refused and ConnectionError where there was no answer. A 401 renews the token once and repeats. A write resolves
 * once what is shown of its topics was read again.
 */
export async function call<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const topics = declared.method === 'GET' ? [] : declared.topics
  try {
    const { answer } = await sendAsMember(declared, input, options)
    await announceChange(...topics)
    return answer as AnswerOf<C>
  } catch (error) {
    if (isOutdated(error)) void announceChange(...topics)
    throw error
  }
}

/** What is shown may be out of date: the write met another state than the reader saw, or may have happened unheard. */
const isOutdated = (error: unknown) =>
  isWorthRepeating(error) || (error instanceof ProblemError && [404, 409].includes(error.status))

/** The same for a list that comes in pages. `next` goes into the query's `cursor`. */
export async function callPage<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<Page<ItemOf<AnswerOf<C>>>> {
  const { answer, next } = await sendAsMember(declared, input, options)
  return { items: answer as ItemOf<AnswerOf<C>>[], next }
}

async function sendAsMember(declared: Call, input: object, options: SendOptions) {
  // A token that was handed in is somebody's proof; renewing the club token would not help it.
  if (options.token !== undefined) return send(declared, input, options)
  return withFreshToken((token) => send(declared, input, { ...options, token }))
}

/**
 * Runs a request with the club token; refused as unknown, once more with a renewed one. A token that can't be renewed
 * is reported to the session: whoever it was is not signed in any more, whatever this page still shows.
 */
export async function withFreshToken<T>(request: (token: string | null) => Promise<T>): Promise<T> {
  const token = readClubToken()
  try {
    return await request(token)
  } catch (error) {
    if (token === null || !(error instanceof ProblemError && error.status === 401)) throw error
    const renewed = await renewClubToken(token)
    if (renewed === null) {
      reportRefusedToken(error.message)
      throw error
    }
    return request(renewed)
  }
}
