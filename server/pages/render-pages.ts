import type { Article, ContentPages } from '#contract/content-pages.ts'
import type { ContentPage } from '#contract/settings/content-page-calls.ts'
import { contentPageNames, type ContentPageName } from '#contract/screens.ts'
import type { PageSourceName } from '#contract/settings/content-page-calls.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { CurrentPage } from '#server/services.ts'
import type { PageSource, PageSources } from './read-pages.ts'
import { renderMarkdown, type MarkdownSource, type TemplateVariables } from './render-markdown.ts'
import { NO_CONTACT } from './template-variables.ts'

const WORDS_A_MINUTE = 220
/** Phrases of our texts that speak to the operator alone. Readers don't get their paragraphs. */
const FOR_OPERATOR = ['whoever runs this club has not filled this in yet', 'to whoever runs this club']
/** Phrases of our texts for what only the club knows; the operator's own text replaces them. */
const GAPS = [...FOR_OPERATOR, NO_CONTACT, 'they haven’t written here yet']
const DAY_LINE = /^(\d{4}-\d{2}-\d{2})$/m

/** A text of a page that admins have saved. */
export interface SavedText {
  revision: number
  at: Date
  /** Null: the text below again. */
  text: string | null
}
export type SavedTexts = Readonly<Partial<Record<ContentPageName, SavedText>>>

/**
 * Renders all pages: of each the admins' text, else the operator's file, else ours. A text saved by another version
 * that this one can't render falls back to the next. Throws OperatorError for a file that can't be used.
 */
export function renderPages(
  { pages, articles }: Pick<PageSources, 'pages' | 'articles'>,
  variables: TemplateVariables,
  saved: SavedTexts = {},
): { content: ContentPages; texts: Readonly<Record<ContentPageName, CurrentPage>> } {
  const made = contentPageNames.map((name) => ({ name, ...inForce(pages[name], saved[name], variables) }))
  const byName = <Part>(part: (one: (typeof made)[number]) => Part) =>
    Object.fromEntries(made.map((one) => [one.name, part(one)])) as Record<ContentPageName, Part>
  return {
    content: {
      pages: byName(({ page }) => page),
      articles: articles.map((article) => renderArticle(article, variables)),
    },
    texts: byName(({ text }) => text),
  }
}

/** A page, or a sentence for its author that says why there is none. */
export type RenderedText = { page: ContentPage } | { problem: string }

/** Renders a text while it is being edited. */
export function renderText(text: string, variables: TemplateVariables): RenderedText {
  try {
    return { page: renderMarkdown({ file: 'The text', text, variables }) }
  } catch (error) {
    if (error instanceof OperatorError) return { problem: error.message }
    throw error
  }
}

function inForce(
  source: PageSource,
  saved: SavedText | undefined,
  variables: TemplateVariables,
): { page: ContentPage; text: CurrentPage } {
  const { revision = 0, at = null, text = null } = saved ?? {}
  const below: PageSourceName = source.isOperators ? 'operator' : 'project'
  const rendered = text === null ? null : renderText(text, variables)
  const common = { saved: text, revision, below }
  if (text !== null && rendered && 'page' in rendered) {
    const facts = factsOf(rendered.page)
    const page = forReaders({ file: 'The text', text, variables })
    return { page, text: { ...common, ...facts, source: 'admins', text, savedAt: at, problem: null } }
  }
  const facts = factsOf(renderMarkdown({ ...source, variables }))
  const page = forReaders({ ...source, variables })
  const problem = rendered && 'problem' in rendered ? rendered.problem : null
  return { page, text: { ...common, ...facts, source: below, text: source.text, savedAt: null, problem } }
}

const forReaders = (source: MarkdownSource) => renderMarkdown({ ...source, leavesOut: FOR_OPERATOR })

const factsOf = ({ title, html }: ContentPage) => ({
  title,
  hasGaps: GAPS.some((words) => html.toLowerCase().includes(words)),
})

/** A line with nothing but a day, such as 2026-11-02, is the article's date. */
function renderArticle(
  { name, source: { file, text } }: PageSources['articles'][number],
  variables: TemplateVariables,
): Article {
  const published = DAY_LINE.exec(text)?.[1] ?? null
  const content: ContentPage = renderMarkdown({ file, text: text.replace(DAY_LINE, ''), variables, deeper: 1 })
  return { name, published, minutes: Math.ceil(text.split(/\s+/).length / WORDS_A_MINUTE), ...content }
}
