import { useEffect, useSyncExternalStore } from 'react'
import { isTokenOfAnother } from '#client/api/club-token-renewal.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { isWorthRepeating, ProblemError } from '#client/api/problem-error.ts'

/* What waits for the connection: kept in this browser, by account, and sent in its order until the server has it. */

export interface Queued {
  /** Made here, so that an item that is sent twice counts once. */
  id: string
  /** Why the server didn't take it; it waits no more then. */
  refused?: string | undefined
}

type Maybe<Value> = Value | Promise<Value>

/** Where a queue keeps its items, in their order. */
export interface QueueStore<Item extends Queued> {
  list: (accountId: string) => Maybe<Item[]>
  /** Adds it, or puts it in the place of the one of that id. Rejects where there is no room. */
  put: (accountId: string, item: Item) => Maybe<void>
  remove: (accountId: string, id: string) => Maybe<void>
}

export interface QueueState<Item> {
  items: readonly Item[]
  /** How many the server has taken since the page is open. */
  sent: number
  isSending: boolean
}

const TRY_AGAIN_MS = 15_000
const nothing = { items: [], sent: 0, isSending: false }

/** Whether an item goes on waiting after an error: its sender, signed out meanwhile, comes back. */
export const isWorthKeeping = (error: unknown): boolean =>
  isWorthRepeating(error) || (error instanceof ProblemError && error.status === 401)

/** A queue of its own store and call. `isFinal`: an error that waiting won't mend, beside those that never do. */
export function sendQueue<Item extends Queued>(
  name: string,
  store: QueueStore<Item>,
  send: (item: Item) => Promise<unknown>,
  isFinal: (error: unknown) => boolean = () => false,
) {
  const { stateOf, show, readAgain, subscribe } = statesOf(store)
  const attempts = new Map<string, Promise<void>>()

  /** Until nothing waits, or no answer comes. */
  async function sendAll(accountId: string): Promise<void> {
    for (;;) {
      const next = (await store.list(accountId)).find(({ refused }) => refused === undefined)
      // Another account may have signed in since, here or in another tab.
      if (!next || isTokenOfAnother(accountId)) return
      try {
        await send(next)
        await store.remove(accountId, next.id)
        show(accountId, { sent: stateOf(accountId).sent + 1 })
      } catch (error) {
        if (isWorthKeeping(error) && !isFinal(error)) return
        await store.put(accountId, { ...next, refused: reasonIn(error) })
      }
      await readAgain(accountId)
    }
  }
  /** One attempt after another. `isQuiet`: readers need not hear of it. */
  function attempt(accountId: string, isQuiet = false): Promise<void> {
    const before = attempts.get(accountId)
    if (before && isQuiet) return before
    const run = async () => {
      await before
      show(accountId, { isSending: !isQuiet })
      await readAgain(accountId).catch(() => {})
      await oneTabAtATime(`${name}-${accountId}`, () => sendAll(accountId)).catch(() => {})
      await readAgain(accountId).catch(() => {})
      show(accountId, { isSending: false })
      if (attempts.get(accountId) === mine) attempts.delete(accountId)
    }
    const mine = run()
    attempts.set(accountId, mine)
    return mine
  }
  /** Keeps an item and sends it as soon as that is possible. Rejects where it can't be kept. */
  async function add(accountId: string, item: Item): Promise<void> {
    await store.put(accountId, item)
    await readAgain(accountId)
    void attempt(accountId)
  }
  /** Sends again what was refused: the one, or all. */
  async function retry(accountId: string, id?: string): Promise<void> {
    for (const one of await store.list(accountId))
      if (one.refused !== undefined && (id ?? one.id) === one.id)
        await store.put(accountId, { ...one, refused: undefined })
    await attempt(accountId)
  }
  async function remove(accountId: string, id: string): Promise<void> {
    await store.remove(accountId, id)
    await readAgain(accountId)
  }
  return { add, retry, remove, attempt, stateOf, subscribe }
}

/** What is shown of a store's items, account by account. */
function statesOf<Item extends Queued>(store: QueueStore<Item>) {
  const states = new Map<string, QueueState<Item>>()
  const listeners = new Set<() => void>()

  function stateOf(accountId: string): QueueState<Item> {
    let state = states.get(accountId)
    if (!state) {
      const items = store.list(accountId)
      state = items instanceof Promise ? nothing : { ...nothing, items }
      states.set(accountId, state)
    }
    return state
  }
  function show(accountId: string, news: Partial<QueueState<Item>>): void {
    states.set(accountId, { ...stateOf(accountId), ...news })
    for (const listener of listeners) listener()
  }
  return {
    stateOf,
    show,
    readAgain: async (accountId: string) => show(accountId, { items: await store.list(accountId) }),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type SendQueue<Item extends Queued> = ReturnType<typeof sendQueue<Item>>

export function useQueue<Item extends Queued>(queue: SendQueue<Item>, accountId: string): QueueState<Item> {
  return useSyncExternalStore(
    queue.subscribe,
    () => queue.stateOf(accountId),
    () => nothing,
  )
}

/** Sends at once, when the connection or the reader is back, and from time to time: no event signals recovery. */
export function useSending<Item extends Queued>({ attempt, stateOf }: SendQueue<Item>, accountId: string): void {
  useEffect(() => {
    const now = () => void attempt(accountId)
    const quietly = () => {
      if (stateOf(accountId).items.some(({ refused }) => refused === undefined)) void attempt(accountId, true)
    }
    now()
    const timer = setInterval(quietly, TRY_AGAIN_MS)
    addEventListener('online', now)
    document.addEventListener('visibilitychange', quietly)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
      document.removeEventListener('visibilitychange', quietly)
    }
  }, [attempt, stateOf, accountId])
}

/** Why it was refused: no form is there whose fields could say so. */
const reasonIn = (error: unknown): string =>
  error instanceof ProblemError && error.invalidFields.length > 0
    ? error.invalidFields.map(({ message }) => message).join('. ')
    : failureWords(error)

/** Browsers without locks send from two tabs; by its id, each item counts once all the same. */
async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, work)
  else await work()
}
