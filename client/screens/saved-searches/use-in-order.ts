import { useRef } from 'react'

/** Runs asynchronous writes in order: each waits until the previous write has settled. */
export type InOrder = <Result>(act: () => Promise<Result>) => Promise<Result>

/** Queue for writes to the same record, so that they can't overtake each other. */
export function useInOrder(): InOrder {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (act) => {
    const next = last.current.then(act, act)
    last.current = next
    return next
  }
}
