import { expect, test, vi } from 'vitest'
import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'
import { ConnectionError } from '#client/api/problem-error.ts'
import { problemFrom } from '#client/api/problem-from.ts'
import { PictureStore, type KeptPicture } from './picture-store.ts'

const file = (name: string, type = 'image/png') => new File([name], name, { type })
const kept: KeptPicture = { url: '/images/kept/1200.webp', name: 'kept.png', at: 5 }

/** Uploads that end when the test says so: by their address, or by an error. */
function uploads() {
  const waiting: { name: string; signal: AbortSignal | undefined; end: (outcome: string | Error) => void }[] = []
  const upload = (sent: File, { signal }: { signal?: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      const end = (outcome: string | Error) => (typeof outcome === 'string' ? resolve(outcome) : reject(outcome))
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      waiting.push({ name: sent.name, signal, end })
    })
  const end = async (name: string, outcome: string | Error) => {
    await vi.waitFor(() => expect(waiting.map((one) => one.name)).toContain(name))
    waiting.findLast((one) => one.name === name)?.end(outcome)
  }
  return { upload, end, names: () => waiting.map((one) => one.name) }
}
const names = (store: PictureStore) => store.current().pictures.map(({ name }) => name)

test('uploads one after the other, in the order chosen, and knows when all have arrived', async () => {
  const { upload, end, names: sent } = uploads()
  const store = new PictureStore([], upload, MOST_BOOK_IMAGES)
  store.choose([file('a.png'), file('b.png')])
  const settled = store.settled()
  await vi.waitFor(() => expect(sent()).toEqual(['a.png']))
  await end('a.png', '/images/a')
  await end('b.png', '/images/b')
  expect((await settled).pictures.map(({ url }) => url)).toEqual(['/images/a', '/images/b'])
  expect(store.kept().map(({ url }) => url)).toEqual(['/images/a', '/images/b'])
})

test('takes what is fine, and says of the rest which and why', () => {
  const store = new PictureStore([], uploads().upload, MOST_BOOK_IMAGES)
  store.choose([file('a.png'), file('notes.txt', 'text/plain')])
  expect(names(store)).toEqual(['a.png'])
  expect(store.current().refusals).toEqual(['notes.txt: Please choose a JPEG, PNG or WebP picture.'])
  store.choose(Array.from({ length: MOST_BOOK_IMAGES }, (_, number) => file(`${number}.png`)))
  expect(names(store)).toHaveLength(MOST_BOOK_IMAGES)
  expect(store.current().refusals).toEqual(['The limit is 8 photos. Left out: 7.png'])
})

test('moves by one place, and not beyond the ends', () => {
  const store = new PictureStore(
    [kept, { ...kept, url: '/2', name: '2' }, { ...kept, url: '/3', name: '3' }],
    uploads().upload,
    MOST_BOOK_IMAGES,
  )
  const [first, , third] = store.current().pictures
  store.move(third!.key, -1)
  expect(names(store)).toEqual(['kept.png', '3', '2'])
  store.move(first!.key, -1)
  store.move('nobody', 1)
  expect(names(store)).toEqual(['kept.png', '3', '2'])
  store.move(first!.key, 1)
  expect(names(store)).toEqual(['3', 'kept.png', '2'])
})

test('a picture that is at fault itself goes, with the reason; a connection that is not there keeps it for Retry', async () => {
  const { upload, end } = uploads()
  const store = new PictureStore([], upload, MOST_BOOK_IMAGES)
  store.choose([file('svg.png'), file('b.png')])
  await end('svg.png', problemFrom(422, { detail: 'This is an SVG drawing.' }, ''))
  await end('b.png', new ConnectionError())
  await store.settled()
  expect(store.current().refusals).toEqual(['svg.png: This is an SVG drawing.'])
  expect(store.current().pictures).toMatchObject([
    { name: 'b.png', url: null, problem: expect.stringMatching('connection') },
  ])
  store.retry()
  await end('b.png', '/images/b')
  expect((await store.settled()).pictures).toMatchObject([{ url: '/images/b', problem: '' }])
})

test('the same picture twice is one', async () => {
  const { upload, end } = uploads()
  const store = new PictureStore([kept], upload, MOST_BOOK_IMAGES)
  store.choose([file('copy.png')])
  await end('copy.png', kept.url)
  expect((await store.settled()).refusals).toEqual(['You’ve already added copy.png'])
  expect(store.kept()).toEqual([kept])
})

test('a removed picture is not sent, and one that is being sent is stopped', async () => {
  const { upload, names: sent } = uploads()
  const store = new PictureStore([], upload, MOST_BOOK_IMAGES)
  store.choose([file('a.png'), file('b.png')])
  await vi.waitFor(() => expect(sent()).toEqual(['a.png']))
  for (const { key } of store.current().pictures.toReversed()) store.remove(key)
  expect(await store.settled()).toEqual({ pictures: [], refusals: [] })
  expect(sent()).toEqual(['a.png'])
})

test('what the server has lost is sent again, or chosen again where the file isn’t at hand', async () => {
  const { upload, end } = uploads()
  const store = new PictureStore([kept], upload, MOST_BOOK_IMAGES)
  store.choose([file('a.png')])
  await end('a.png', '/images/a')
  await store.settled()
  store.markLost()
  expect(store.current().refusals).toEqual(['kept.png from your draft is gone. Please choose it again.'])
  expect(store.current().pictures).toMatchObject([{ name: 'a.png', url: null }])
  store.retry()
  await end('a.png', '/images/a')
  expect((await store.settled()).pictures).toMatchObject([{ url: '/images/a', problem: '' }])
})
