import type { Services } from '#server/services.ts'

const BATCH = 20
/** Concurrency limit: the card provider is slow and has rate limits. */
const SIDE_BY_SIDE = 4
/** Failures logged in full; more are only counted. */
const MOST_TOLD = 3

interface Kind<Item> {
  take(limit: number): Promise<Item[]>
  work(item: Item): Promise<void>
  facts(item: Item): object
  /** What failed, for the log. */
  failed: string
}

/**
 * Works on what `take` hands out, a few at once, until nothing is left or `atMost` were seen. A failure is logged, and ends
 * nothing but its item; where a whole batch failed, the provider is probably away, and the rest waits.
 */
export async function inBatches<Item>(
  log: Services['log'],
  atMost: number,
  { take, work, facts, failed }: Kind<Item>,
): Promise<void> {
  let [failures, seen] = [0, 0]
  while (seen < atMost) {
    const batch = await take(BATCH)
    const before = failures
    await sideBySide(batch, async (item) => {
      try {
        await work(item)
      } catch (err) {
        failures += 1
        if (failures <= MOST_TOLD) log.error({ ...facts(item), err }, failed)
      }
    })
    seen += batch.length
    if (failures - before === batch.length) break
  }
  if (failures > MOST_TOLD) log.error({ failures }, `${failed}: ${failures} in this sweep`)
}

async function sideBySide<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one))
}
