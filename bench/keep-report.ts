import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '#tools/run-step.ts'

const file = path.join(root, 'docs/measurements/bench.md')
const HEADING = '## '
const OPENING = `# The bench

\`npm run bench\` writes this page: of each part what the last run measured that wasn't \`--quick\`. Rates and times go by the machine and by what else it does, so read the ratios: both sides of a comparison took turns in the same run.
`

/** What else the machine does: processes that want to run, on average of the last minute. */
export const surroundings = () => ({ load: loadavg()[0]!, at: new Date() })

/** Replaces a part's section of the page. `words`: what was asked of the bench; `before`: taken when the part began. */
export async function keepReport(part: {
  name: string
  words: string
  before: ReturnType<typeof surroundings>
  text: string
}): Promise<void> {
  const page = await readFile(file, 'utf8').catch(() => OPENING)
  await writeFile(file, withSection(page, part.name, await sectionOf(part)))
}

/** The page with a section in the place of the one with this name, or at its end. */
export function withSection(page: string, name: string, section: string): string {
  const [opening = '', ...sections] = page.trimEnd().split(`\n${HEADING}`)
  const at = sections.findIndex((one) => one.startsWith(`${name}\n`))
  sections.splice(at < 0 ? sections.length : at, 1, section.trimEnd())
  return `${[opening.trimEnd(), ...sections.map((one) => HEADING + one.trimEnd())].join('\n\n')}\n`
}

async function sectionOf({ name, words, before, text }: Parameters<typeof keepReport>[0]): Promise<string> {
  const command = ['npm run bench', ...(words === '' ? [] : ['--', words])].join(' ')
  const day = before.at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const loads = [before.load, loadavg()[0]!].map((load) => load.toFixed(1)).join(', ')
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${name}\n\n\`${command}\` on ${day}, ${await commit()}; ${machine}; load before and after: ${loads}.\n\n${text}\n`
}

/** The commit, and whether there are changes beside it. */
async function commit(): Promise<string> {
  const git = async (...words: string[]) => (await promisify(execFile)('git', words, { cwd: root })).stdout.trim()
  try {
    const [head, changes] = [await git('rev-parse', '--short=8', 'HEAD'), await git('status', '--porcelain', '-uno')]
    return `commit ${head}${changes.split('\n').some((line) => line && !line.endsWith('bench.md')) ? ' and changes' : ''}`
  } catch {
    return 'without a commit'
  }
}
