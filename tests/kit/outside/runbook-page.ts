import { readFile } from 'node:fs/promises'

/** Programs of the operator's, after what is set for them alone. */
const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:npm (?:start|run)|node|\.\/dogear|dogear (?=[a-z])|psql|df|du|tar|sha256sum|git|promtool|systemctl|journalctl)\b/

/** A trouble on docs/runbook.md: its heading, and the leads of its parts. */
export interface Trouble {
  heading: string
  parts: string[]
}

/** What needs a Debian with systemd and a release: tests/outside/deploy.test.ts runs it there. */
export const isOfAService = (command: string): boolean =>
  /^(?:[A-Z_]+=\S+ )*(?:systemctl|journalctl|dogear update --back) /.test(command)

/** Splits a command as a shell would. */
export const wordsOf = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)

export interface Runbook {
  /** Each once: lines of `sh` blocks, and what is a command in the sentences. */
  commands: string[]
  /** As links within the page name them. */
  headings: string[]
  links: string[]
  troubles: Trouble[]
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** What docs/runbook.md has for its tests. */
export async function readRunbook(): Promise<Runbook> {
  const page = await readFile('docs/runbook.md', 'utf8')
  const blocks = Array.from(page.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm), ([, , language, text = '']) => ({
    language,
    lines: text.trim().split(/\n\s*/),
  }))
  const sentences = page.replaceAll(/^ *```[^]*?^ *```$/gm, '')
  const inSentences = Array.from(sentences.matchAll(/`([^`]+)`/g), ([, code = '']) => code)
  const commands = [
    ...blocks.flatMap(({ language, lines }) => (language === 'sh' ? lines : [])),
    ...inSentences.filter((code) => COMMAND.test(code)),
  ]
  const [, trouble = ''] = /^## Trouble\n([^]*)/m.exec(page) ?? []
  const troubles = trouble.split(/^### /m).slice(1)
  return {
    commands: [...new Set(commands)],
    headings: Array.from(sentences.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading)),
    links: Array.from(page.matchAll(/\]\(#([^)]+)\)/g), ([, link = '']) => link),
    troubles: troubles.map((text) => ({
      heading: text.split('\n')[0]!,
      parts: Array.from(text.matchAll(/^\*\*([^*]+)\.\*\*/gm), ([, lead = '']) => lead),
    })),
  }
}
