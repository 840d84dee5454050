/**
 * Runs one read at a time. A call during a read shares the next one with all other calls of that time, so every answer
 * comes from a read that began after its call. A read that fails doesn't stop the next.
 */
export function shareNext<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let present: Promise<unknown> | null = null
  let next: Promise<Result> | null = null
  const readNext = async () => {
    await present?.catch(() => {})
    next = null
    const reading = read().finally(() => (present = null))
    present = reading
    return reading
  }
  return () => (next ??= readNext())
}
