import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { lstat, readdir, readlink, rename, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '#server/database/operator-error.ts'

/** Folder of the program that this tool belongs to. */
export const OWN_ROOT = path.resolve(import.meta.dirname, '../..')

/** How a program's command is called, whether it is a release or a checkout. */
export function callOf(root: string, command: string): [program: string, ...args: string[]] {
  const launcher = path.join(root, 'dogear')
  if (existsSync(launcher)) return [launcher, command]
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [, file] = /(\S+\.ts)$/.exec(scripts[command] ?? '') ?? []
  if (!file) throw new OperatorError(`The Dogear in ${root} has no command ${command}.`)
  return [process.execPath, path.join(root, 'tools/run.mjs'), ...(command === 'start' ? ['--screens'] : []), file]
}

/** Runs a command of a program to its end; returns what it printed. Rejects, with what it said, where it fails. */
export async function callProgram(
  root: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const [program, ...first] = callOf(root, command)
  const call = promisify(execFile)(program, [...first, ...args], {
    env,
    maxBuffer: 2 ** 26,
  })
  const { stdout } = await call.catch((error: { stdout?: string; stderr?: string; message: string }) => {
    const said = `${error.stderr ?? ''}${error.stdout ?? ''}`.trim()
    throw new OperatorError(`${[program, ...first, ...args].join(' ')} failed:\n${said || error.message}`)
  })
  return stdout
}

/** Has a program do a command in our place; returns whether it did. */
export async function handOver(
  root: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<boolean> {
  const [program, ...first] = callOf(root, command)
  const [code] = (await once(spawn(program, [...first, ...args], { env, stdio: 'inherit' }), 'close')) as [
    number | null,
  ]
  return code === 0
}

/**
 * The link beside a program's folder that names it, by which services start the shop; `current` where there is none yet.
 * Refuses several, and another thing in its place (OperatorError).
 */
export async function linkBeside(root: string): Promise<string> {
  const folder = path.dirname(root)
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())
  const links = names.map(({ name }) => path.join(folder, name))
  const ours: string[] = []
  for (const link of links) if (path.resolve(folder, await readlink(link)) === root) ours.push(link)
  if (ours.length > 1)
    throw new OperatorError(`Several links name ${root}: ${ours.join(', ')}. Remove those that start no shop.`)
  const link = ours[0] ?? path.join(folder, 'current')
  if (ours.length === 0 && (await lstat(link).catch(() => null)))
    throw new OperatorError(
      `${link} names another program than ${root}. Run the update of the program that the shop runs on.`,
    )
  return link
}

/** Points the link to a program beside it, in one step. */
export async function switchLink(link: string, root: string): Promise<void> {
  const draft = `${link}.${process.pid}`
  await symlink(path.relative(path.dirname(link), root), draft)
  await rename(draft, link)
}
