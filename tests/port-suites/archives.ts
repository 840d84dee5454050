import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveEntry, Archives } from '#server/ports/archives.ts'
import { unzip } from '#tests/kit/unzip.ts'

export interface RunningArchives {
  archives: Archives
  close: () => Promise<void>
}

async function* entriesOf(...entries: ArchiveEntry[]) {
  yield* entries
}
async function* parts(...texts: string[]) {
  yield* texts
}
const bytesOf = (content: AsyncIterable<Uint8Array>) => buffer(content)

/** What every keeper of archives has to do. */
export function archivesSuite(name: string, start: () => Promise<RunningArchives>): void {
  describe(`archives: ${name}`, () => {
    let running: RunningArchives
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running.close())

    test('gives back what was written, and how much that is', async () => {
      const { archives } = running
      const id = crypto.randomUUID()
      const picture = { name: 'pictures/a.webp', content: new Uint8Array([1, 2, 3]) }
      const text = { name: 'größe.txt', content: parts('one ', 'two — ', 'drei') }
      const written = await archives.write(id, entriesOf(text, picture))
      const { bytes, content } = (await archives.read(id))!
      const zip = await bytesOf(content)
      expect([bytes, zip.length]).toEqual([written, written])
      const files = unzip(zip)
      expect(Object.keys(files)).toEqual(['größe.txt', 'pictures/a.webp'])
      expect(files['größe.txt']!.toString()).toBe('one two — drei')
      expect([...files['pictures/a.webp']!]).toEqual([1, 2, 3])
      expect(await archives.list()).toContain(id)
    })

    test('has nothing of one that wasn’t written to its end, and keeps the one before', async () => {
      const { archives } = running
      const id = crypto.randomUUID()
      async function* cut() {
        yield { name: 'a.txt', content: parts('a') }
        throw new Error('power cut')
      }
      await expect(archives.write(id, cut())).rejects.toThrow('power cut')
      expect([await archives.read(id), (await archives.list()).includes(id)]).toEqual([null, false])
      await archives.write(id, entriesOf({ name: 'a.txt', content: parts('first') }))
      await expect(archives.write(id, cut())).rejects.toThrow('power cut')
      expect(unzip(await bytesOf((await archives.read(id))!.content))['a.txt']!.toString()).toBe('first')
    })

    test('replaces and removes; what isn’t there is no error, and no other name is one', async () => {
      const { archives } = running
      const id = crypto.randomUUID()
      for (const text of ['one', 'two']) await archives.write(id, entriesOf({ name: 'a.txt', content: parts(text) }))
      expect(unzip(await bytesOf((await archives.read(id))!.content))['a.txt']!.toString()).toBe('two')
      await archives.remove(id)
      await archives.remove(id)
      expect(await archives.read(id)).toBeNull()
      await expect((async () => archives.read('../keys/shop'))()).rejects.toThrow('not an archive')
    })
  })
}
