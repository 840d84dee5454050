import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addBookIn, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { bookToWire } from '#contract/books/books.ts'
import { isBuyer, signOutEverywhere } from '#contract/accounts/accounts.ts'
import { addFavourite } from '#contract/favourites/favourites.ts'
import { setProofSource } from './club-token.ts'
import { standInBrowser } from '#tests/kit/browser/stand-in-browser.ts'
import { sampleBook as book } from '#tests/kit/books/sample-book.ts'
import { call, callPage } from './call.ts'
import { ConnectionError, ProblemError } from './problem-error.ts'
import { setInvalidator } from './topics.ts'

interface Seen {
  method: string
  url: string
  token: string
  body: unknown
}
let seen: Seen[]
let answers: ((response: ServerResponse, request: Seen) => void)[]
let close: () => Promise<void>

async function read(request: IncomingMessage): Promise<Seen> {
  let text = ''
  for await (const part of request) text += String(part)
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  return { method: request.method ?? '', url: request.url ?? '', token, body: text ? JSON.parse(text) : undefined }
}

beforeEach(async () => {
  seen = []
  answers = []
  const server = createServer((request, response) => {
    void read(request).then((given) => {
      seen.push(given)
      answers.shift()?.(response, given)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standInBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
})

afterEach(async () => {
  setProofSource(null)
  vi.unstubAllGlobals()
  await close()
})

const reply =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const refusal = (status: number, code: string) =>
  reply(
    { type: 'about:blank', title: 'No', status, code, detail: 'Because.', requestId: 'r-1', invalidFields: [] },
    status,
  )

describe('a call', () => {
  test('puts what it is given on the wire and brings the answer back in the field’s own words', async () => {
    answers = [reply([bookToWire(book)], 200, { link: '</api/books/novel-book?cursor=abc&limit=2>; rel="next"' })]
    const page = await callPage(listBooksOfCategory, { params: { category_name: 'novel book/é' }, query: { limit: 2 } })
    expect(seen[0]?.url).toBe('/api/books/novel%20book%2F%C3%A9?limit=2')
    expect(page).toEqual({ items: [book], next: 'abc' })
  })

  test('leaves out what the query leaves out, and ends where no next page is named', async () => {
    answers = [reply([])]
    expect(await callPage(listBooks, {})).toEqual({ items: [], next: null })
    expect(seen[0]?.url).toBe('/api/all-books')
  })

  test('encodes a body: prices become text', async () => {
    answers = [reply({ acknowledged: true, insertedId: 'x' })]
    const { images, ...facts } = book
    const body = {
      ...facts,
      images: [...images, '/images/1.webp'],
      originalPrice: 2000,
      resalePrice: 1999,
      mobileNumber: '01234567',
    }
    expect(await call(addBookIn('USD'), { body })).toEqual({ acknowledged: true, insertedId: 'x' })
    expect(seen[0]).toMatchObject({ method: 'POST', body: { book_name: 'Salt and Starlight', resalePrice: '19.99' } })
  })

  test('does not send what the schema refuses, and names the field', async () => {
    const body = { ...book, images: ['/images/1.webp'], originalPrice: 2000, resalePrice: 1, mobileNumber: '01234567' }
    const error = await call(addBookIn('USD'), { body }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_input', status: 422, invalidFields: [{ field: 'resalePrice' }] })
    expect(seen).toEqual([])
  })
})

describe('a refusal', () => {
  test('becomes an error with its code, detail and request id', async () => {
    answers = [refusal(404, 'not_found')]
    const error = await callPage(listBooks, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ code: 'not_found', status: 404, detail: 'Because.', requestId: 'r-1' })
  })

  test('that is not ours still has a code and words', async () => {
    answers = [(response) => void response.writeHead(502).end('<html>Bad gateway</html>')]
    await expect(callPage(listBooks, {})).rejects.toMatchObject({ code: 'internal', status: 502 })
  })

  test('of no answer at all is a connection error', async () => {
    answers = [(response) => void response.destroy()]
    await expect(callPage(listBooks, {})).rejects.toBeInstanceOf(ConnectionError)
  })

  test('of an answer that can’t be understood is an error, not wrong data', async () => {
    answers = [reply([{ _id: 'nonsense' }])]
    await expect(callPage(listBooks, {})).rejects.toMatchObject({ code: 'internal' })
  })
})

test('a write resolves though the refetch of its topics doesn’t', async () => {
  const refetching = new Promise<void>((begun) => {
    setInvalidator(() => {
      begun()
      return new Promise(() => {})
    })
  })
  onTestFinished(() => setInvalidator(() => Promise.resolve()))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  answers = [reply({ acknowledged: true })]
  const writing = call(addFavourite, { params: { id: book.id } })
  // The refetch begins once the answer is there.
  await refetching
  await vi.advanceTimersByTimeAsync(2000)
  expect(await writing).toEqual({ acknowledged: true })
  vi.useRealTimers()
})

describe('the club token', () => {
  const input = { params: { email: 'ada@example.org' } }

  test('goes along; refused as unknown, it is renewed once and the call repeated [call-1]', async () => {
    localStorage.setItem('club', 'old')
    setProofSource({ email: 'ada@example.org', getProof: () => Promise.resolve('proof') })
    answers = [refusal(401, 'not_signed_in'), reply({ token: 'new' }), reply({ isBuyer: true })]
    expect(await call(isBuyer, input)).toEqual({ isBuyer: true })
    expect(seen.map(({ url, token }) => `${url} ${token}`)).toEqual([
      '/api/allusers/buyer/ada%40example.org old',
      '/api/jwt proof',
      '/api/allusers/buyer/ada%40example.org new',
    ])
    expect(localStorage.getItem('club')).toBe('new')
  })

  test('that can’t be renewed leaves the refusal as it was, after one attempt', async () => {
    localStorage.setItem('club', 'old')
    setProofSource({ email: 'ada@example.org', getProof: () => Promise.resolve(null) })
    answers = [refusal(401, 'not_signed_in'), refusal(401, 'not_signed_in')]
    await expect(call(isBuyer, input)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(seen).toHaveLength(2)
  })

  test('of another account that signed in meanwhile repeats no write', async () => {
    const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`
    localStorage.setItem('club', tokenOf('ada'))
    answers = [
      (response) => {
        localStorage.setItem('club', tokenOf('ben'))
        refusal(401, 'not_signed_in')(response)
      },
      reply({ acknowledged: true }),
    ]
    await expect(call(signOutEverywhere, {})).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(seen).toHaveLength(1)
  })

  test('that another tab has renewed meanwhile is used as it is', async () => {
    localStorage.setItem('club', 'old')
    setProofSource({ email: 'ada@example.org', getProof: () => Promise.resolve('proof') })
    answers = [
      (response) => {
        localStorage.setItem('club', 'from another tab')
        refusal(401, 'not_signed_in')(response)
      },
      reply({ isBuyer: false }),
    ]
    expect(await call(isBuyer, input)).toEqual({ isBuyer: false })
    expect(seen[1]?.token).toBe('from another tab')
  })
})
