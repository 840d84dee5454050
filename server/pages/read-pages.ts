import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { ARTICLE_NAMES } from '#contract/content-pages.ts'
import { contentPageNames, type ContentPageName } from '#contract/screens.ts'
import { OperatorError } from '#server/database/operator-error.ts'

const MOST_BYTES = 256 * 1024

/** Folder of the texts that come with the program. */
const OURS = path.join(import.meta.dirname, '../../pages')

/** Folder of the operator's own texts. */
export const pagesFolder = ({ dataDir }: { dataDir: string }): string => path.join(dataDir, 'pages')

/** Source text of a page or article. */
export interface PageSource {
  /** File name for messages to the operator. */
  file: string
  text: string
  /** Whether it is the operator's file in the data folder. */
  isOperators: boolean
}

export interface PageSources {
  pages: Readonly<Record<ContentPageName, PageSource>>
  articles: readonly { name: string; source: PageSource }[]
  /** Files in the operator's folder that replace nothing. */
  unused: string[]
}

/**
 * Reads the sources of content pages and articles: for each, the operator's file in `folder` if there is one, else
 * ours. Throws OperatorError for a file that can't be read.
 */
export async function readPageSources(folder: string): Promise<PageSources> {
  const pages = await Promise.all(contentPageNames.map(async (name) => [name, await find(folder, name)] as const))
  const articles = ARTICLE_NAMES.map(async (name) => ({ name, source: await find(folder, `blogs/${name}`) }))
  return {
    pages: Object.fromEntries(pages) as PageSources['pages'],
    articles: await Promise.all(articles),
    unused: await findUnused(folder),
  }
}

/** Whether any text is the operator's. */
export const hasOperators = ({ pages, articles }: PageSources): boolean =>
  [...Object.values(pages), ...articles.map(({ source }) => source)].some(({ isOperators }) => isOperators)

async function find(folder: string, name: string): Promise<PageSource> {
  const [own, ours] = [folder, OURS].map((place) => path.join(place, `${name}.md`)) as [string, string]
  const text = await readText(own)
  if (text !== null) return { file: own, text, isOperators: true }
  return { file: ours, text: (await readText(ours)) ?? '', isOperators: false }
}

/** Null where there is no such file. */
async function readText(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file)
    if (size > MOST_BYTES) throw new OperatorError(`${file} is too large for a page: at most ${MOST_BYTES / 1024} KB.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (error instanceof TypeError) throw new OperatorError(`${file} is not a text in UTF-8; please save it as one.`)
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new OperatorError(`${file} can't be read: ${message}`)
  }
}

async function findUnused(folder: string): Promise<string[]> {
  const used = new Set([
    ...contentPageNames.map((name) => `${name}.md`),
    ...ARTICLE_NAMES.map((name) => `blogs/${name}.md`),
  ])
  const present = await readdir(folder, { recursive: true }).catch(() => [])
  return present
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.md') && !used.has(file))
    .toSorted()
}
