import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { RECORDED, startOpenLibrary } from '#tests/port-suites/open-library-server.ts'

const library = await startOpenLibrary()
const server = await startTestServer({ env: { OPEN_LIBRARY_URL: library.api } })
afterAll(library.close)
const { services, send } = server
const { token } = await anAccount(services, 'seller')
const seller = await anAccount(services, 'seller')

const edition = async (isbn: string) =>
  (await send('GET', `/api/editions?isbn=${encodeURIComponent(isbn)}`, { token })).json.edition
const listed = async (isbn: string, title: string) => {
  const book = await aBook(services, seller)
  await sql`UPDATE books SET isbn = ${isbn}, title = ${title}, language = 'de', created_at = now() WHERE id = ${book}`.execute(
    services.db,
  )
  return book
}
beforeEach(() => {
  library.asked.length = 0
  library.answers(null)
})

describe('an edition', () => {
  test('is taken from the latest copy listed here, without asking the outside service', async () => {
    const isbn = '9780306406157'
    await listed(isbn, 'An earlier title')
    const latest = await listed(isbn, 'The latest title')
    for (const form of ['0-306-40615-2', 'ISBN 978-0-306-40615-7'])
      expect(await edition(form)).toMatchObject({ source: 'club', book_name: 'The latest title', language: 'de' })
    await sql`UPDATE books SET removed_at = now() WHERE id = ${latest}`.execute(services.db)
    expect(await edition(isbn)).toMatchObject({ book_name: 'An earlier title' })
    expect(library.asked).toEqual([])
  })

  test('is asked for once elsewhere, and read as the form has it', async () => {
    const found = {
      source: 'open-library',
      book_name: 'Zen speaks: shouts of nothingness',
      book_writer: 'Zhizhong Cai',
      publisher: 'Anchor Books',
      yearPublished: '1994',
      language: 'en',
      binding: '',
    }
    expect([await edition(RECORDED.isbn), await edition(RECORDED.isbn)]).toEqual([found, found])
    expect(library.asked).toHaveLength(1)
    server.clock.advance(91 * 24 * 3600)
    library.answers((response) => void response.writeHead(503).end())
    const later = await anAccount(services, 'seller')
    const again = await send('GET', `/api/editions?isbn=${RECORDED.isbn}`, { token: later.token })
    expect([again.json.edition, library.asked.length]).toEqual([found, 2])
  })

  test('is asked again in a week if unknown, and at once after a failure', async () => {
    const other = await anAccount(services, 'seller')
    const ask = async (isbn: string) => (await send('GET', `/api/editions?isbn=${isbn}`, { token: other.token })).json
    expect([await ask('9783161484100'), await ask('9783161484100')]).toEqual([{ edition: null }, { edition: null }])
    expect(library.asked).toHaveLength(1)
    library.answers((response) => void response.writeHead(500).end())
    expect([await ask('9781402894626'), await ask('9781402894626')]).toEqual([{ edition: null }, { edition: null }])
    expect(library.asked).toHaveLength(3)
    expect(server.logged.join()).toContain('a book could not be looked up')
  })

  test.each(['', '123', '9780306406158', '978-0-306-40615'])('is refused by “%s”', async (isbn) => {
    const fresh = await anAccount(services, 'seller')
    const answer = await send('GET', `/api/editions?isbn=${isbn}`, { token: fresh.token })
    expect([answer.status, answer.json.invalidFields[0].field]).toEqual([422, 'isbn'])
  })
})

test('without a setting no outside service is asked', async () => {
  const shop = await startTestServer()
  const someone = await anAccount(shop.services, 'seller')
  const answer = await shop.send('GET', `/api/editions?isbn=${RECORDED.isbn}`, { token: someone.token })
  expect([answer.json, library.asked]).toEqual([{ edition: null }, []])
})
