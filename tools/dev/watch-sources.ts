import { watch } from 'node:fs'
import path from 'node:path'
import { root } from '#tools/run-step.ts'

/** Folders that the server runs. Vite watches the screens, and what both share as well. */
const FOLDERS = ['server', 'contract', 'cover', 'pages']
const isSource = (file: string) => /\.(ts|sql|md|json|csv)$/.test(file) && !file.endsWith('.test.ts')

/** Reports each changed file that the server runs, as a path in the checkout. */
export function watchSources(onChange: (file: string) => void): { close(): void } {
  const watchers = FOLDERS.map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (name && isSource(name)) onChange(path.posix.join(folder, name))
    }),
  )
  return { close: () => watchers.forEach((watcher) => watcher.close()) }
}
