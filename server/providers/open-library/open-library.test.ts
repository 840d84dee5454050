import { afterAll, expect, test } from 'vitest'
import { ProviderError } from '#server/ports/provider-error.ts'
import { RECORDED, startOpenLibrary } from '#tests/port-suites/open-library-server.ts'
import { openLibrary } from './open-library.ts'

const library = await startOpenLibrary()
afterAll(library.close)
const lookup = openLibrary({ api: library.api, agent: 'a test', timeoutMs: 200 })

test('a recorded book is read', async () => {
  expect(await lookup.find(RECORDED.isbn)).toEqual({
    title: 'Zen speaks: shouts of nothingness',
    author: 'Zhizhong Cai',
    publisher: 'Anchor Books',
    published: '1994',
    language: 'eng',
    binding: '',
  })
})

test('one that isn’t known is none', async () => {
  expect(await lookup.find('9780306406157')).toBeNull()
})

test('no answer that can be read is the outsider’s failure', async () => {
  const bad: Parameters<typeof library.answers>[0][] = [
    (response) => void response.writeHead(500).end(),
    (response) => void response.end('<html>'),
    (response) => void response.end('{"x":{"details":{"title":7}}}'),
    (response) => void response.end(`{"x":"${'y'.repeat(600_000)}"}`),
    // Never answers.
    () => {},
  ]
  for (const answer of bad) {
    library.answers(answer)
    await expect(lookup.find(RECORDED.isbn)).rejects.toThrow(ProviderError)
  }
  library.answers(null)
  expect(await lookup.find(RECORDED.isbn)).not.toBeNull()
})
