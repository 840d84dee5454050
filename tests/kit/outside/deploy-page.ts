import { readFile } from 'node:fs/promises'

/** A block of commands on docs/deploy.md, and what the page says one sees. */
export interface Step {
  /** The heading above. */
  section: string
  /** Word behind `sh` that tells the page's other ways apart; empty on its main way. */
  way: string
  commands: string
  /** Lines in which `…` stands for anything. */
  seen: string[]
}

const PART = /^(?:##+ (?<section>.+)|```(?<language>\w+)(?: (?<way>\w+))?\n(?<text>[^]*?)^```)$/gm

/** The page's commands, in their order. */
export async function readSteps(): Promise<Step[]> {
  const page = await readFile('docs/deploy.md', 'utf8')
  const steps: Step[] = []
  let section = ''
  for (const { groups: { section: heading, language, way = '', text = '' } = {} } of page.matchAll(PART)) {
    if (heading !== undefined) section = heading
    else if (language === 'sh') steps.push({ section, way, commands: text, seen: [] })
    else if (language === 'text') steps.at(-1)!.seen.push(...text.trimEnd().split('\n'))
  }
  return steps
}

const exactly = (words: string) => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Lines of the page that the output lacks. */
export const unseen = ({ seen }: Step, output: string): string[] =>
  seen.filter((line) => !new RegExp(`^${line.split('…').map(exactly).join('.*')}$`, 'm').test(output))
