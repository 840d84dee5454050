import { createWriteStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import type { Bucket } from './bucket.ts'

const FOLDER = 'backups/'

/** Copies of backups in a bucket: `backups/<name>`. */
export function s3Copies(bucket: Bucket): BackupCopies {
  const { endpoint, bucket: name } = bucket.settings
  return {
    name: `${new URL(endpoint).host}/${name}`,
    list: async () => (await bucket.list(FOLDER)).map(({ key }) => key.slice(FOLDER.length)),
    put: async (copy, file) =>
      bucket.put(FOLDER + copy, await openAsBlob(file), { 'content-type': 'application/gzip' }),
    fetch: async (copy, file) => {
      const response = await bucket.get(FOLDER + copy)
      if (!response?.body) return false
      await pipeline(response.body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      return true
    },
    remove: (copy) => bucket.remove(FOLDER + copy),
  }
}
