import { describe, expect, test } from 'vitest'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { matchWants } from './match-wants.ts'

const server = await startTestServer()
const { services, send, clock } = server
const seller = await anAccount(services, 'seller')
const IN_THE_SHOP = [
  ['Harry Potter and the Philosopher’s Stone', 'J.K. Rowling'],
  ['To Kill a Mockingbird', 'Harper Lee'],
  ['After the Quake: Stories', 'Haruki Murakami'],
  ['Angels & Demons', 'Dan Brown'],
  ['The Birdsong Guide', 'Ida Holm'],
] as const
for (const [title, author] of IN_THE_SHOP) await aBook(services, seller, { title, author })
await indexBooks(services)
const reader = await anAccount(services, 'buyer')

/** Signed in now: tokens don't last for days. */
const as = ({ id }: TestAccount) => ({ as: { id } })
const search = (q: string, more = '') => `${new URLSearchParams({ q }).toString()}${more}`
const understood = async (q: string, more = '') =>
  (
    await send(
      'GET',
      `/api/wants/understood?${new URLSearchParams({ search: search(q, more) }).toString()}`,
      as(reader),
    )
  ).json as { q: string; problem: string | null }
const save = (account: TestAccount, q: string, more = '') =>
  send('POST', '/api/wants', { ...as(account), body: { search: search(q, more), name: 'Mine', often: 'at_once' } })

/** Saves a search as the screen offers it, has a book listed a day later, and says whether an email tells of it. */
async function isTold(q: string, title: string, author: string): Promise<boolean> {
  const waiting = await anAccount(services, 'buyer')
  const { q: words, problem } = await understood(q)
  expect([q, problem]).toEqual([q, null])
  expect((await save(waiting, words)).status).toBe(200)
  clock.advance(24 * 3600)
  await aBook(services, seller, { title, author })
  await matchWants(services)
  return (await bookedMails(server, { name: 'wants_found', params: { accountId: waiting.id } })).length > 0
}

const asked: [q: string, words: string, title: string, author: string][] = [
  ['Dune by Frank Herbert paperback 2005', 'Dune Frank Herbert', 'Dune', 'Frank Herbert'],
  ['hary potter companion', 'harry potter companion', 'The Harry Potter Companion', 'Ada Winter'],
  ['murak stories', 'murak* stories', 'Complete Stories', 'Haruki Murakami'],
  ['mocking bird songs', 'mockingbird songs', 'Mockingbird Songs', 'Ole Brandt'],
  ['angels and demons zanzibar', 'angels demons zanzibar', 'Angels and Demons of Zanzibar', 'Ada Winter'],
  ['used novel The Quiet Lantern', 'Quiet Lantern', 'The Quiet Lantern', 'Ole Brandt'],
  ['"angels and demons" sequel', 'sequel "angels and demons"', 'Angels and Demons: a sequel', 'Dan Brown'],
]

describe('a search is saved as it was understood', () => {
  test.each(asked)('%s: %s', async (q, words) => {
    expect(await understood(q)).toEqual({ q: words, problem: null })
    // Read once more, nothing changes: people may edit what they see.
    expect(await understood(words)).toEqual({ q: words, problem: null })
  })

  const forms: [form: string, of: (title: string, author: string) => [string, string]][] = [
    ['with a subtitle', (title, author) => [`${title}: A Portrait in Letters`, author]],
    ['with “Author, First”', (title, author) => [title, author.replace(/^(.*) (\S+)$/, '$2, $1')]],
    ['with &', (title, author) => [title.replace(' and ', ' & '), `${author} & Greta Lind`]],
    [
      'in capitals, with typographic apostrophes',
      (title, author) => [`THE READER’S ${title.toUpperCase()}`, author.toUpperCase()],
    ],
    ['with its series in brackets', (title, author) => [`${title} (The Winter Tales, #3)`, author]],
  ]
  test.each(forms)('and tells of the book that comes a day later, %s', async (_, of) => {
    const silent: string[] = []
    // oxlint-disable-next-line no-await-in-loop -- days follow each other
    for (const [q, , title, author] of asked) if (!(await isTold(q, ...of(title, author)))) silent.push(q)
    expect(silent).toEqual([])
  })

  test.each([
    ['mockingbird songs', 'Mocking Bird Songs', 'Ole Brandt', true],
    ['angels and demons zanzibar', 'Angels of Zanzibar', 'Ada Winter', false],
    ['murak stories', 'Murakami: Stories', 'H. M.', true],
    ['murakami stories', 'Stories', 'Haruki Muraoka', false],
    ['hary potter companion', 'The Potter’s Companion', 'Ada Winter', false],
    ['Dune by Frank Herbert paperback 2005', 'Dune Road', 'Jane Green', false],
    ['quiet lantern', 'The Quiet Lanterns', 'Ole Brandt', false],
  ])('%s: “%s” by %s is told: %s', async (q, title, author, isMet) => {
    expect(await isTold(q, title, author)).toBe(isMet)
  })
})

test.each([
  ['the', '', 'Add a word of the title or the author to this search.'],
  ['-zanzibar', '', 'Add a word of the title or the author to this search.'],
  ['zanzibar -zanzibar', '', '“zanzibar” is both looked for and left out. Please remove one of them.'],
  ['978-0-261-10221-8', '', 'This ISBN has a typo. Please check its digits.'],
  ['zanzibar', '&price_from=9&price_to=8.50', 'The lowest price is above the highest. Please change one.'],
  ['zanzibar', '&published_from=1990&published_to=1980', 'The first year is after the last. Please change one.'],
])('%s%s can never match: it is neither offered nor saved', async (q, more, problem) => {
  expect((await understood(q, more)).problem).toBe(problem)
  expect(await save(reader, q, more)).toMatchObject({
    status: 422,
    json: { invalidFields: [{ field: 'search', message: problem }] },
  })
  expect((await send('GET', `/api/search/summary?${search(q, more)}`)).json.canMatch).toBe(false)
})

test.each([
  ['murak', 'murakami'],
  ['mur', 'mur'],
  ['harry', 'harry'],
  ['xylorimba', 'xylorimba'],
])('“%s” alone is saved as “%s”', async (q, words) => {
  expect((await understood(q)).q).toBe(words)
})

test('what was misunderstood can be saved as typed', async () => {
  expect((await understood('murak stories', '&exact=true')).q).toBe('murak stories')
  expect(await isTold('9780261102217', 'The Hobbit', 'J.R.R. Tolkien')).toBe(false)
  expect((await understood('ISBN 0-261-10221-4')).q).toBe('9780261102217')
})
