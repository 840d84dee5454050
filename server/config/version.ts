import { readFileSync } from 'node:fs'
import path from 'node:path'

const manifest = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')

/** Version of this program. `package.json` has it, and nothing else repeats it. */
export const { version: VERSION } = JSON.parse(manifest) as { version: string }
