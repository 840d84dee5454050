import { openAsBlob } from 'node:fs'
import type { Archives } from '#server/ports/archives.ts'
import type { Bucket } from './bucket.ts'

const FOLDER = 'exports'
const ID = /^[0-9a-f-]{36}$/
const KEY = /^exports\/([0-9a-f-]{36})\.zip$/

/**
 * Archives in a bucket: `exports/<id>.zip`. Each is written to `drafts` first, since a store must know its size; a
 * killed write leaves a draft, which the next one of its id replaces.
 */
export function s3Archives(bucket: Bucket, drafts: Archives & { fileOf(id: string): string }): Archives {
  const keyOf = (id: string) => {
    if (!ID.test(id)) throw new Error(`not an archive’s id: ${id}`)
    return `${FOLDER}/${id}.zip`
  }
  return {
    async write(id, entries) {
      const key = keyOf(id)
      try {
        const bytes = await drafts.write(id, entries)
        await bucket.put(key, await openAsBlob(drafts.fileOf(id)), { 'content-type': 'application/zip' })
        return bytes
      } finally {
        await drafts.remove(id)
      }
    },
    async read(id) {
      const response = await bucket.get(keyOf(id))
      if (!response?.body) return null
      return { bytes: Number(response.headers.get('content-length')), content: response.body }
    },
    async list() {
      return (await bucket.list(`${FOLDER}/`)).flatMap(({ key }) => KEY.exec(key)?.[1] ?? [])
    },
    remove: async (id) => bucket.remove(keyOf(id)),
  }
}
