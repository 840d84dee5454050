import type { Listener } from './listener.ts'

/** Notifies of messages written or read on any process (LISTEN/NOTIFY). */
export interface MessageWatch {
  /**
   * Calls `onNews` on each change of an account's messages, and when a change may have been missed. Resolves once it
   * listens, with a function that stops it; rejects where the database is unreachable.
   */
  follow(accountId: string, onNews: () => void): Promise<() => void>
}

/** Watches the messages in the listener's database. Connects with the first follower. */
export function watchMessages(listener: Listener): MessageWatch {
  const followers = new Map<string, Set<() => void>>()
  const tell = (accountIds: Iterable<string>) => {
    for (const id of accountIds) for (const follower of followers.get(id) ?? []) follower()
  }
  listener.subscribe({
    // The payload is account ids only: any session of the database can listen.
    channel: 'messages',
    hear: (words) => tell(words.split(' ')),
    isWaiting: () => followers.size > 0,
    back: () => tell([...followers.keys()]),
  })
  return {
    async follow(accountId, onNews) {
      // A new function each time, so that the same callback may follow twice.
      const follower = () => onNews()
      const ofAccount = followers.get(accountId) ?? new Set()
      followers.set(accountId, ofAccount.add(follower))
      const stop = () => {
        ofAccount.delete(follower)
        if (ofAccount.size === 0 && followers.get(accountId) === ofAccount) followers.delete(accountId)
      }
      try {
        await listener.connected()
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },
  }
}
