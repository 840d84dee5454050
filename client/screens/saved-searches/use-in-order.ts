import { useRef } from 'react'

/** Runs what is asked of it in the order in which it was asked: each waits until the one before has ended, well or not. */
export type InOrder = <Result>(act: () => Promise<Result>) => Promise<Result>

/** For writes to one thing that would overtake each other. */
export function useInOrder(): InOrder {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (act) => {
    const next = last.current.then(act, act)
    last.current = next
    return next
  }
}
