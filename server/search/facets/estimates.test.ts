import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { noFilters, type SearchFilters } from '#contract/search/search-request.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { copyFilter } from '#server/search/copy-filter.rules.ts'
import { countFacets } from './count-facets.ts'
import { sumsOf } from '#server/search/index-entries.ts'
import { asTyped, type SearchPlan } from '#server/search/query.rules.ts'
import { listCopiesOf, putSums } from '#server/search/search-index.sql.ts'
import { copyConditions, hasWords } from '#server/search/works-with-words.sql.ts'

// More copies than the sample has, put into the index itself. Their ids are hashes of numbers, so that the sample and what
// it says is the same in each run.
const COPIES = 60_000
const WORKS = 15_000
/** Copies per statement. */
const AT_ONCE = 10_000
/** Random fluctuation that is allowed: of a hundred hits in the sample, a third. */
const SIGMAS = 3.3
const SAMPLED = 16_000

const { services } = await startTestServer()
const { db } = services
const id = (salt: string, number: string) => sql.raw(`md5('${salt}' || ${number})::uuid`)

beforeAll(async () => {
  await sql`
    INSERT INTO search.works (id, title, author, title_words, author_words, main_title, words, for_sale, newest_at, facts)
    SELECT ${id('work', 'w')}, '', '', line, 'a writer', line, to_tsvector('simple', line || ' a writer'),
      ${COPIES / WORKS}::int, now() - w * interval '1 minute', '{}'
    FROM generate_series(0, ${WORKS - 1}::int) AS w, LATERAL (
      SELECT (ARRAY['the', 'the', 'an'])[1 + w % 3] || ' ' || (ARRAY['atlas', 'rivers', 'of', 'ice', 'tale'])[1 + w % 5]
        || ' ' || 'volume ' || w % 700 AS line) named`.execute(db)
  for (let from = 1; from <= COPIES; from += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- a statement has a time limit
    await sql`
      INSERT INTO search.books (book_id, work_id, availability, price, posted_at, category, condition, year_published,
        language, binding, location, place, seller_id, is_verified, has_photo, form_id)
      SELECT ${id('copy', 'n')}, ${id('work', `n % ${WORKS}`)}, 0, 100 + n * 37 % 4000, now() - n * interval '1 second',
        (ARRAY['novel-book', 'story-book', 'cook-book'])[1 + n * 7 % 3], (ARRAY['good', 'fair', 'excellent'])[1 + n / 11 % 3],
        1950 + n * 13 % 70, CASE WHEN n % 20 = 0 THEN 'fr' WHEN n % 7001 = 0 THEN 'vi' ELSE 'en' END, NULL,
        'Room ' || n * 31 % 400, 'room ' || n * 31 % 400, ${id('seller', 'n % 6')}, n % 4 > 0, n % 3 = 0,
        ${id('form', 'n')}
      FROM generate_series(${from}::int, ${from + AT_ONCE - 1}::int) AS n`.execute(db)
  const { rows } = await sql<{ id: string }>`SELECT id FROM search.works`.execute(db)
  await db.transaction().execute(async (tx) => {
    const copies = await listCopiesOf(
      tx,
      rows.map((work) => work.id),
    )
    const works = [...Map.groupBy(copies, ({ workId }) => workId)]
    await putSums(
      tx,
      works.map(([work, of]) => ({ id: work, ...sumsOf(of) })),
    )
  })
  await sql`ANALYZE search.books, search.works`.execute(db)
})

const plan = (words: string[], more: Partial<SearchPlan> = {}): SearchPlan => {
  const wanted = words.map((word) => asTyped(word, WORKS))
  return { wanted, required: wanted, among: 'works', enough: null, isGuess: false, unwanted: [], phrases: [], ...more }
}
const questions: [string, SearchPlan | null, Partial<SearchFilters>][] = [
  ['a price', null, { price_to: '20' }],
  ['a price and a language', null, { price_to: '20', language: ['fr'] }],
  ['years, a category and photos', null, { published_from: '1990', category: ['novel-book'], photo: true }],
  ['a place', null, { location: 'room 7' }],
  ['a word', plan(['the']), {}],
  ['a word in a rare language', plan(['the']), { language: ['vi'] }],
  ['two words and conditions', plan(['the', 'rivers']), { condition: ['good', 'fair'] }],
  ['one of three words may be missing', plan(['the', 'rivers', 'ice'], { enough: 2 }), { price_from: '12' }],
  ['a word without another', plan(['the'], { unwanted: ['atlas'] }), {}],
  ['a phrase of verified sellers', plan(['the', 'atlas'], { phrases: ['the atlas'] }), { verified: true }],
  ['a word at a place', plan(['volume']), { location: 'room 7', photo: true }],
]

test.each(questions)(
  '%s: estimates come near, small counts are exact, no value is missing',
  async (_, asked, filters) => {
    const filter = copyFilter({ ...noFilters, ...filters }, 'USD')
    const { count, isAbout, values } = await countFacets(db, asked && { plan: asked }, filter)
    const { rows } = await sql<{ language: string; copies: number }>`
    SELECT language, count(*)::int AS copies FROM search.books s JOIN search.works w ON w.id = s.work_id
    WHERE ${copyConditions({ ...filter, language: [] })} AND ${asked ? hasWords(asked) : sql`true`}
    GROUP BY language`.execute(db)
    const isNear = (is: number, said: number) =>
      Math.abs(is - said) <= (SIGMAS * Math.sqrt(Math.max(is, 10) * COPIES)) / Math.sqrt(SAMPLED)
    const isTrue = (is: number, said: number | null | undefined, about: boolean) =>
      about ? said === null || isNear(is, said ?? 0) : is === said
    const among = rows.filter(({ language }) => filter.language.length === 0 || filter.language.includes(language))
    const copies = among.reduce((sum, one) => sum + one.copies, 0)
    expect({ copies, count, isAbout, isTrue: isTrue(copies, count, isAbout) }).toMatchObject({ isTrue: true })
    expect({ copies, isFew: copies < 1000 && isAbout }).toMatchObject({ isFew: false })
    for (const { language, copies: is } of rows) {
      const said = values.language.copies.get(language)
      expect({ language, is, said, isTrue: isTrue(is, said, values.language.isAbout) }).toMatchObject({ isTrue: true })
    }
  },
)
