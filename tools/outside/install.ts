import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runStep } from '#tools/run-step.ts'

/** Manifests of makers' own tools, which nothing but `npm run test:outside` installs. */
const MANIFESTS = path.join(root, 'outside')

/** Installs the packages of a folder in outside/, if they are missing or old; returns that folder. */
export async function installOutside(name: string): Promise<string> {
  const folder = path.join(MANIFESTS, name)
  if (await isInstalled(folder)) return folder
  console.log(`Installing what outside/${name} names`)
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']
  const npm = process.env.npm_execpath ?? ''
  const inFolder = ['--prefix', folder]
  const code = npm.endsWith('npm-cli.js')
    ? await runStep(process.execPath, [npm, ...args, ...inFolder])
    : await runStep('npm', [...args, ...inFolder])
  if (code !== 0) throw new Error(`The packages of outside/${name} could not be installed; the reason is above.`)
  return folder
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>
}

/** Whether npm's list of what it installed has every package of the lockfile that must be there. */
async function isInstalled(folder: string): Promise<boolean> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Lock
  const found = await read('node_modules/.package-lock.json').catch(() => null)
  if (!found) return false
  const { packages } = await read('package-lock.json')
  return Object.entries(packages).every(
    ([name, { version, optional }]) => name === '' || optional || found.packages[name]?.version === version,
  )
}
