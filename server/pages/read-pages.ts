import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { ARTICLE_NAMES } from '#contract/content-pages.ts'
import type { Article, ContentPage, ContentPages } from '#contract/content-pages.ts'
import { contentPageNames } from '#contract/screens.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { renderMarkdown, type TemplateVariables } from './render-markdown.ts'

const MOST_BYTES = 256 * 1024
const WORDS_A_MINUTE = 220
const DAY_LINE = /^(\d{4}-\d{2}-\d{2})$/m

/** The texts that the project brings along. */
const OURS = path.join(import.meta.dirname, '../../pages')

/**
 * Reads the content pages and the articles: for each, the operator's file in `folder` where there is one, else ours.
 * `unused` names files there that replace nothing. Throws OperatorError for a file that can't be used.
 */
export async function readPages(
  folder: string,
  variables: TemplateVariables,
): Promise<{ content: ContentPages; unused: string[] }> {
  const pages = await Promise.all(
    contentPageNames.map(async (name) => [name, renderMarkdown({ ...(await find(folder, name)), variables })] as const),
  )
  const articles = await Promise.all(ARTICLE_NAMES.map((name) => readArticle(folder, name, variables)))
  return {
    content: { pages: Object.fromEntries(pages) as ContentPages['pages'], articles },
    unused: await findUnused(folder),
  }
}

/** A line of its own with a day, such as 2026-11-02, says when an article appeared. */
async function readArticle(folder: string, name: string, variables: TemplateVariables): Promise<Article> {
  const { file, text } = await find(folder, `blogs/${name}`)
  const published = DAY_LINE.exec(text)?.[1] ?? null
  const content: ContentPage = renderMarkdown({ file, text: text.replace(DAY_LINE, ''), variables, deeper: 1 })
  return { name, published, minutes: Math.ceil(text.split(/\s+/).length / WORDS_A_MINUTE), ...content }
}

async function find(folder: string, name: string): Promise<{ file: string; text: string }> {
  const [own, ours] = [folder, OURS].map((place) => path.join(place, `${name}.md`)) as [string, string]
  const text = await readText(own)
  if (text !== null) return { file: own, text }
  return { file: ours, text: (await readText(ours)) ?? '' }
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
