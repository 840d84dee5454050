import { spawn, type SpawnOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '..')

/** Runs an installed package's command on this Node, with inherited output. Returns its exit code. */
export function runPackage(
  packageName: string,
  args: string[],
  env: Record<string, string> = {},
  command = packageName,
): Promise<number> {
  return runStep(process.execPath, [binOf(packageName, command), ...args], env)
}

/** Exit code and output of a program. */
export interface ProgramResult {
  code: number
  output: string
}

/** Runs a package's command and captures its output. */
export async function runQuietly(
  packageName: string,
  args: string[],
  command = packageName,
  env: Record<string, string> = {},
): Promise<ProgramResult> {
  let output = ''
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }
  const child = start(process.execPath, [binOf(packageName, command), ...args], options)
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { code: await endOf(child), output }
}

/** Runs a program with inherited output, and returns its exit code. */
export function runStep(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return endOf(start(program, args, { stdio: 'inherit', env: { ...process.env, ...env } }))
}

const start = (program: string, args: string[], options: SpawnOptions) =>
  spawn(program, args, { cwd: root, ...options })

function endOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Path of a package's command, by its manifest. */
function binOf(packageName: string, command: string): string {
  const require = createRequire(import.meta.url)
  const manifest = path.join(root, 'node_modules', packageName, 'package.json')
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : (bin[command] ?? Object.values(bin)[0]!)
  return path.join(path.dirname(manifest), file)
}
