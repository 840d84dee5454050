import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diskArchives } from '#server/providers/disk-archives/disk-archives.ts'
import { archivesSuite } from './archives.ts'

archivesSuite('files of a folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-archives-'))
  return {
    archives: diskArchives({ dir: path.join(folder, 'exports') }),
    close: () => rm(folder, { recursive: true }),
  }
})
