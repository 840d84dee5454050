import { Marked, type RendererObject, type Token } from 'marked'
import type { ContentPage } from '#contract/settings/content-page-calls.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { withOptionalParts } from './optional-parts.ts'

/** Value of a placeholder: in an address or a title, and in running text. `html` is inserted without escaping. */
export interface TemplateVariable {
  text: string
  html: string
}
/** By name, without the braces. */
export type TemplateVariables = Readonly<Record<string, TemplateVariable>>

export interface MarkdownSource {
  /** File name for messages to the operator. */
  file: string
  text: string
  variables: TemplateVariables
  /** Number of levels by which headings below the title are lowered. */
  deeper?: number
  /** Phrases, in lower case: paragraphs, quotes and lists with one of them are left out. */
  leavesOut?: readonly string[]
}

const PLACEHOLDER = /\{\{([#^/]?\w+)\}\}/g
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i
const DEEPEST = 6
/** Per paragraph: the parser reads the rest of it for each mark of emphasis, which is quadratic. */
const MOST_MARKS = 500
const BLANK_LINES = /\n[ \t]*\n/
const EMPHASIS = /[*_]+/g

/**
 * Renders a page from Markdown: its first heading is the title, its first paragraph the description. HTML in the text
 * is escaped, pictures become their alternative text. Throws OperatorError for a page without a title, an unknown
 * placeholder, a link to a program, lists, quotes or optional parts nested too deeply, and a paragraph with too many
 * marks of emphasis.
 */
export function renderMarkdown(source: MarkdownSource): ContentPage {
  try {
    const text = withOptionalParts(source)
    // Also checks the parts that a setting hides at present.
    if (text !== source.text)
      for (const all of [true, false]) render({ ...source, text: withOptionalParts(source, () => all) })
    return render({ ...source, text })
  } catch (error) {
    // The parser recurses at each level.
    if (!(error instanceof RangeError)) throw error
    throw new OperatorError(`${source.file} has too many lists or quotes within each other.`)
  }
}

function render({ file, text, variables, deeper = 0, leavesOut = [] }: MarkdownSource): ContentPage {
  const substitute = substitution(file, variables)
  requireFewMarks(file, text)
  const sections: ContentPage['sections'] = []
  const marked = new Marked({ renderer: safeRenderer(file, substitute, { deeper, sections }) })
  const isLeftOut = ({ raw }: Token) => leavesOut.some((phrase) => raw.toLowerCase().includes(phrase))
  const [heading, ...rest] = marked.lexer(text).filter((token) => token.type !== 'space' && !isLeftOut(token))
  if (heading?.type !== 'heading' || heading.depth !== 1)
    throw new OperatorError(`${file} must begin with its title, a line such as "# About the club".`)
  const opening = rest.find(({ type }) => type === 'paragraph')
  return {
    title: wordsOf([heading], substitute),
    description: wordsOf(opening ? [opening] : [], substitute).replaceAll(/\s+/g, ' '),
    html: marked.parser(rest),
    sections,
  }
}

function requireFewMarks(file: string, text: string): void {
  for (const paragraph of text.split(BLANK_LINES))
    if ((paragraph.match(EMPHASIS)?.length ?? 0) > MOST_MARKS)
      throw new OperatorError(
        `${file} has more than ${MOST_MARKS} marks of emphasis (* or _) in one paragraph; part it by an empty line.`,
      )
}

type Substitute = (text: string, as: keyof TemplateVariable) => string

function substitution(file: string, variables: TemplateVariables): Substitute {
  return (text, as) =>
    text.replaceAll(PLACEHOLDER, (written, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (variable) return variable[as]
      const names = Object.keys(variables).map((one) => `{{${one}}}`)
      throw new OperatorError(`${file}: ${written} stands for nothing; there are ${names.join(', ')}.`)
    })
}

/** Collects the `sections` it meets: headings right below the title, each with an anchor. */
function safeRenderer(
  file: string,
  substitute: Substitute,
  { deeper, sections }: { deeper: number; sections: ContentPage['sections'] },
): RendererObject {
  return {
    heading({ tokens, depth }) {
      const level = Math.min(DEEPEST, Math.max(2, depth) + deeper)
      const words = this.parser.parseInline(tokens)
      if (level > 2) return `<h${level}>${words}</h${level}>\n`
      const title = wordsOf(tokens, substitute)
      const anchor = anchorOf(title, sections)
      sections.push({ anchor, title })
      return `<h2 id="${anchor}">${words}</h2>\n`
    },
    text(token) {
      const inner = 'tokens' in token ? token.tokens : undefined
      return inner ? this.parser.parseInline(inner) : substitute(escapeHtml(token.text), 'html')
    },
    link({ href, tokens }) {
      const address = substitute(href, 'text')
      if (!SAFE_ADDRESS.test(address))
        throw new OperatorError(
          `${file}: a link leads to "${address}"; it may lead to https:, mailto:, tel:, or to a path such as /about.`,
        )
      return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`
    },
    html: ({ text, block }) => (block ? `<p>${escapeHtml(text)}</p>\n` : escapeHtml(text)),
    image: ({ text }) => escapeHtml(text),
    code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
    codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  }
}

/** 'Who sees it' → 'who-sees-it', numbered where another section has that already. */
function anchorOf(title: string, taken: ContentPage['sections']): string {
  const anchor =
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'section'
  return taken.some((section) => section.anchor === anchor) ? `${anchor}-${taken.length + 1}` : anchor
}

/** Plain text of tokens. */
function wordsOf(tokens: readonly Token[], substitute: Substitute): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' '
      if ('tokens' in token && token.tokens) return wordsOf(token.tokens, substitute)
      const text = 'text' in token && typeof token.text === 'string' ? token.text : ''
      return token.type === 'codespan' ? text : substitute(text, 'text')
    })
    .join('')
}
