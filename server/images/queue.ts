/** A concurrency limit: runs at most `lanes` at a time, first come, first served. */
export function queue(lanes: number): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = fairQueue(lanes)
  return (work) => inTurn('', work)
}

/** A concurrency limit in turns per party, so that a long queue doesn't delay another party's short one. */
export function fairQueue(lanes: number): <T>(party: string, work: () => Promise<T>) => Promise<T> {
  /** Waiting parties; the next in turn comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function wakeNext(): void {
    const [turn] = waiting
    if (!turn) return void (running -= 1)
    const [party, [wake, ...others]] = turn
    waiting.delete(party)
    if (others.length > 0) waiting.set(party, others)
    wake?.()
  }

  return async (party, work) => {
    // A woken waiter takes over the slot that became free, so that no newcomer slips in between.
    if (running >= lanes)
      await new Promise<void>((resolve) => waiting.set(party, [...(waiting.get(party) ?? []), resolve]))
    else running += 1
    try {
      return await work()
    } finally {
      wakeNext()
    }
  }
}
