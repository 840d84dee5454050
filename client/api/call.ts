import type { AnswerOf, Call, Page } from '#contract/call.ts'
import { readClubToken, reportRefusedToken } from './club-token.ts'
import { isSameAccount, renewClubToken } from './club-token-renewal.ts'
import { isRetryable, ProblemError } from './problem-error.ts'
import { send, type InputOf, type SendOptions } from './send.ts'
import { invalidateTopics } from './topics.ts'

/** Item type of a list that a call answers. */
export type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/**
 * Sends a call of the API with the club token, where it is stored. Throws ProblemError for a refusal and
 * ConnectionError without an answer. A 401 renews the token and retries once. A write resolves after the refetch of its
 * topics, or after two seconds: a slow or failing read must not look like a write in progress.
 */
export async function call<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const topics = declared.method === 'GET' ? [] : declared.topics
  try {
    const { answer } = await sendAsMember(declared, input, options)
    await atMost(REFETCH_WAIT_MS, invalidateTopics(...topics))
    return answer as AnswerOf<C>
  } catch (error) {
    if (isOutdated(error)) void invalidateTopics(...topics)
    throw error
  }
}

const REFETCH_WAIT_MS = 2000

const atMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

/** Query data may be stale: the write met another state than the screen showed, or its answer was lost. */
const isOutdated = (error: unknown) =>
  isRetryable(error) || (error instanceof ProblemError && [404, 409].includes(error.status))

/** Reads one page of a paginated list. `next` is the cursor of the following page. */
export async function callPage<C extends Call>(
  declared: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<Page<ItemOf<AnswerOf<C>>>> {
  const { answer, next } = await sendAsMember(declared, input, options)
  return { items: answer as ItemOf<AnswerOf<C>>[], next }
}

async function sendAsMember(declared: Call, input: object, options: SendOptions) {
  // An explicit token is sent without retry: renewing the club token would not help it.
  if (options.token !== undefined) return send(declared, input, options)
  return withFreshToken((token) => send(declared, input, { ...options, token }), { isRead: declared.method === 'GET' })
}

/**
 * Sends a request with the club token, and retries once with a renewed token after a 401. A token that can't be renewed
 * ends the session.
 */
export async function withFreshToken<T>(
  request: (token: string | null) => Promise<T>,
  { isRead = false } = {},
): Promise<T> {
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
    // Another account signed in meanwhile, here or in another tab: the write is not its own.
    if (!isRead && !isSameAccount(token, renewed)) throw error
    return request(renewed)
  }
}
