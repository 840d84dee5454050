import type { Listener } from './listener.ts'

/** Hears, on whichever process a message was written or read, whom that concerns. */
export interface MessageWatch {
  /**
   * Calls back whenever something changes in an account's messages, and when that may have been missed. Resolves, once
   * nothing is missed from then on, with what ends it; rejects where the database is out of reach.
   */
  follow(accountId: string, onNews: () => void): Promise<() => void>
}

/** Watches the messages in the listener's database. Nothing is contacted before somebody follows. */
export function watchMessages(listener: Listener): MessageWatch {
  const followers = new Map<string, Set<() => void>>()
  const tell = (accountIds: Iterable<string>) => {
    for (const id of accountIds) for (const follower of followers.get(id) ?? []) follower()
  }
  listener.subscribe({
    // The ids of the accounts that are concerned, and nothing else: all who have the database can hear a channel.
    channel: 'messages',
    hear: (words) => tell(words.split(' ')),
    isWaiting: () => followers.size > 0,
    back: () => tell([...followers.keys()]),
  })
  return {
    async follow(accountId, onNews) {
      // One of its own each time, so that the same function may follow twice.
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
