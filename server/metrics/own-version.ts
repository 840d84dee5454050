import { readFile } from 'node:fs/promises'
import path from 'node:path'

const MANIFEST = path.join(import.meta.dirname, '../../package.json')

let read: Promise<string> | null = null

/** Version of the program. */
export const ownVersion = (): Promise<string> =>
  (read ??= readFile(MANIFEST, 'utf8').then((text) => (JSON.parse(text) as { version: string }).version))
