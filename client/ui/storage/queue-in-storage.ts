import { writeStorage, readStorage } from './browser-storage.ts'
import type { Queued, QueueStore } from './send-queue.ts'

/** Queue store in local storage, keyed by `name` and account; `parse` validates items of any version. */
export function queueInStorage<Item extends Queued>(name: string, parse: (json: unknown) => Item[]): QueueStore<Item> {
  /** Memory fallback where local storage is full or closed; lasts as long as the page. */
  const inMemory = new Map<string, Item[]>()
  const list = (accountId: string) => inMemory.get(accountId) ?? parse(readStorage(`${name}:${accountId}`))
  function save(accountId: string, items: Item[]): void {
    if (writeStorage(`${name}:${accountId}`, items)) inMemory.delete(accountId)
    else inMemory.set(accountId, items)
  }
  return {
    list,
    put(accountId, item) {
      const items = list(accountId)
      const isKnown = items.some(({ id }) => id === item.id)
      save(accountId, isKnown ? items.map((one) => (one.id === item.id ? item : one)) : [...items, item])
    },
    remove: (accountId, id) =>
      save(
        accountId,
        list(accountId).filter((one) => one.id !== id),
      ),
  }
}
