import type { Db } from '#server/database/schema.ts'
import { whileInBudget, withinBudget } from '#server/database/budget.ts'
import type { CopyFilter } from '#server/search/copy-filter.rules.ts'
import { listIdsWithText, listSample, type SampledCopy } from './count-copies.sql.ts'
import { countValues, withoutGroups, type Counted, type Tally } from './facets.rules.ts'
import type { SearchPlan, Wanted } from '#server/search/query.rules.ts'

/** Size of the sample. Of a million copies one in sixty: 5,000 copies are 80 of it, give or take an eighth. */
const SAMPLED = 16_000
/** Copies read in one go; requests have their turn in between. */
const READ_AT_ONCE = 1000
const TTL_MS = 60_000
/** A sample of a shop that has grown or shrunk by more than this is read again before it is used. */
const MOST_CHANGED = 0.1
/** Copies whose whole text is looked at. */
const TEXTS_READ = 2000
/** Requests that wait for it give up earlier, each by its own budget. */
const READ_WITHIN_MS = 30_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface CopySample {
  copies: Promise<SampledCopy[]>
  /** Copies for sale when it was read. */
  total: number
  until: number
}

const samples = new WeakMap<Db, CopySample>()

/**
 * A random sample of the copies for sale, kept in memory for a minute: the first ones by id, and ids are random. Where
 * there are fewer it has all of them.
 */
function sampleOf(db: Db, total: number): Promise<SampledCopy[]> {
  const kept = samples.get(db)
  const now = performance.now()
  const isOfToday = kept && Math.abs(kept.total - total) <= MOST_CHANGED * total
  if (isOfToday && now < kept.until) return kept.copies
  const copies = withinBudget(READ_WITHIN_MS, () => readSample(db))
  const sample = { copies, total, until: now + TTL_MS }
  samples.set(db, sample)
  copies.catch(() => {
    if (samples.get(db) === sample) samples.delete(db)
  })
  if (!isOfToday) return copies
  // The former one serves until the new one is there.
  sample.copies = kept.copies
  copies.then(
    () => (sample.copies = copies),
    () => {},
  )
  return kept.copies
}

async function readSample(db: Db): Promise<SampledCopy[]> {
  const copies: SampledCopy[] = []
  const share = shareStrings()
  for (let hasMore = true; hasMore && copies.length < SAMPLED;) {
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const read = await listSample(db, copies.at(-1)?.bookId ?? FIRST_ID, READ_AT_ONCE)
    copies.push(...read.map(share))
    hasMore = read.length === READ_AT_ONCE
  }
  return copies
}

/** Makes equal values of copies one string: looking up thousands of equal ones compares them letter by letter. */
function shareStrings() {
  const known = new Map<string, string>()
  const shared = <Value extends string | null>(value: Value): Value => {
    if (value === null) return value
    if (!known.has(value)) known.set(value, value)
    return known.get(value) as Value
  }
  return (copy: SampledCopy): SampledCopy => ({
    ...copy,
    category: shared(copy.category),
    condition: shared(copy.condition),
    language: shared(copy.language),
    binding: shared(copy.binding),
    place: shared(copy.place),
    sellerId: shared(copy.sellerId),
    words: shared(copy.words),
    line: shared(copy.line),
  })
}

export interface SampleCounts {
  counted: Counted
  /** Estimated number of copies in scope, whatever filters ask for. */
  inScope: number
}

/** Estimates facet counts from the sample. `total`: copies for sale in the shop. */
export async function estimateCounts(
  db: Db,
  plan: SearchPlan | null,
  filter: CopyFilter,
  total: number,
): Promise<SampleCounts> {
  const sample = await whileInBudget(sampleOf(db, total))
  const looked = plan?.among === 'texts' ? sample.slice(0, TEXTS_READ) : sample
  const withWords = await copiesWith(db, plan, looked)
  const inScope = filter.seller === '' ? withWords : withWords.filter(({ sellerId }) => sellerId === filter.seller)
  const scale = looked.length === 0 ? 0 : total / looked.length
  const counted = countValues(inScope, withoutGroups(filter, ['seller']))
  return { counted: scaled(counted, scale), inScope: inScope.length * scale }
}

async function copiesWith(db: Db, plan: SearchPlan | null, copies: readonly SampledCopy[]) {
  if (plan === null) return copies
  if (plan.among === 'works') return copies.filter((copy) => hasWordsOf(copy, plan))
  const ids = copies.map(({ bookId }) => bookId)
  const found = new Set(await listIdsWithText(db, ids, plan))
  return copies.filter(({ bookId }) => found.has(bookId))
}

/** Whether a work's words are those of the plan, as the full-text search of titles and authors has it. */
function hasWordsOf({ words, line }: SampledCopy, { required, enough, phrases, unwanted }: SearchPlan): boolean {
  return (
    (enough === null ? required.every((one) => hasWord(words, one)) : weightIn(words, required) >= enough) &&
    phrases.every((phrase) => line.includes(` ${phrase} `)) &&
    !unwanted.some((word) => words.includes(` ${word} `))
  )
}

const weightIn = (words: string, required: readonly Wanted[]) =>
  required.reduce((sum, one) => sum + (hasWord(words, one) ? one.weight : 0), 0)

const hasWord = (words: string, { word, isPrefix, equals, spellings }: Wanted) =>
  words.includes(isPrefix ? ` ${word}` : ` ${word} `) ||
  equals.some((equal) => words.includes(` ${equal} `)) ||
  spellings.some((spelling) => words.includes(` ${spelling.word} `))

function scaled({ count, without, values }: Counted, scale: number): Counted {
  const ofTally = (tally: Tally): Tally => new Map([...tally].map(([value, copies]) => [value, copies * scale]))
  const mapped = <From, To>(record: Record<string, From>, change: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
  return {
    count: count * scale,
    without: mapped(without, (copies) => copies * scale),
    values: mapped(values, ofTally) as Counted['values'],
  }
}
