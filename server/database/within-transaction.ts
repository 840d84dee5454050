import type { Db, Tx } from './schema.ts'

/** Handle whose transactions are parts of an open one, for use cases that open their own. */
export function withinTransaction(tx: Tx): Db {
  const part = { execute: <T>(work: (inner: Tx) => Promise<T>) => work(tx) }
  return new Proxy<Db>(tx, {
    get(target, name) {
      if (name === 'transaction') return () => part
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
