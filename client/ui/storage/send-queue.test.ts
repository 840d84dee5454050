import { beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '#client/api/problem-error.ts'
import { problemFrom } from '#client/api/problem-from.ts'
import { standInBrowser } from '#tests/kit/browser/stand-in-browser.ts'
import { queueInStorage } from './queue-in-storage.ts'
import { staysQueued, sendQueue, type Queued } from './send-queue.ts'

const ADA = 'ada'
const refusal = problemFrom(422, { invalidFields: [{ field: 'text', message: 'Too long' }] }, '')

let server: (item: Queued) => void
const store = queueInStorage('letters', (json) => (json ?? []) as Queued[])
const made = () => sendQueue('letters', store, async (item) => server(item))
const until = (queue: ReturnType<typeof made>, items: Queued[]) =>
  vi.waitFor(() => expect(queue.stateOf(ADA).items).toEqual(items))

beforeEach(() => {
  standInBrowser('http://127.0.0.1')
  server = () => {}
})

test('what finds no connection waits in this browser, in its order, for the next page too', async () => {
  server = () => {
    throw new ConnectionError()
  }
  const queue = made()
  await queue.add(ADA, { id: 'one' })
  await queue.add(ADA, { id: 'two' })
  await queue.attempt(ADA)
  expect(made().stateOf('ben').items).toEqual([])

  const later = made()
  const arrived: string[] = []
  server = ({ id }) => void arrived.push(id)
  expect(later.stateOf(ADA).items).toEqual([{ id: 'one' }, { id: 'two' }])
  await later.attempt(ADA)
  expect(arrived).toEqual(['one', 'two'])
  expect(later.stateOf(ADA)).toMatchObject({ items: [], sent: 2, isSending: false })
})

test('what is left of an account waits while another one is signed in', async () => {
  const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
  localStorage.setItem('club', tokenOf(ADA))
  const arrived: string[] = []
  server = ({ id }) => {
    arrived.push(id)
    localStorage.setItem('club', tokenOf('ben'))
  }
  const queue = made()
  for (const id of ['one', 'two']) await store.put(ADA, { id })
  await queue.attempt(ADA)
  expect(arrived).toEqual(['one'])
  expect(queue.stateOf(ADA).items).toEqual([{ id: 'two' }])
  localStorage.setItem('club', tokenOf(ADA))
  await queue.attempt(ADA)
  expect(arrived).toEqual(['one', 'two'])
})

test('what is refused says why and holds up nothing; it is sent again when asked for', async () => {
  const arrived: string[] = []
  server = ({ id }) => {
    if (id === 'bad') throw refusal
    arrived.push(id)
  }
  const queue = made()
  await queue.add(ADA, { id: 'bad' })
  await queue.add(ADA, { id: 'good' })
  await until(queue, [{ id: 'bad', refused: 'Too long' }])
  await queue.attempt(ADA)
  expect(arrived).toEqual(['good'])
  server = ({ id }) => void arrived.push(id)
  await queue.retry(ADA, 'bad')
  expect(arrived).toEqual(['good', 'bad'])
  expect(queue.stateOf(ADA).items).toEqual([])
})

test('what waits in the browser to be sent waits on when its writer was signed out, but not after a no', () => {
  const queued = [400, 401, 403, 404, 409, 422, 429, 503].filter((status) => staysQueued(problemFrom(status, {}, '')))
  expect(queued).toEqual([401, 429, 503])
  expect(staysQueued(new ConnectionError())).toBe(true)
})
