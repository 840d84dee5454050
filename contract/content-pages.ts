import type { ContentPageName } from './screens.ts'

/** §2: the four articles of the blogs, in their order; each one's name is its anchor. */
export const ARTICLE_NAMES = [
  'state-management',
  'prototypal-inheritance',
  'unit-testing',
  'react-vue-angular',
] as const

/** A content page, as its author wrote it. */
export interface ContentPage {
  title: string
  /** Its first paragraph, without marks. */
  description: string
  /** What follows the title. Safe to put into a page: made from Markdown, and nothing else got through. */
  html: string
  /** The headings below the title, none where the text has none. Their anchors are ids in `html`. */
  sections: { anchor: string; title: string }[]
}

/** An article of the blogs. */
export interface Article extends ContentPage {
  /** Its anchor. */
  name: string
  /** A day such as 2026-11-02; null when the author left that open. */
  published: string | null
  /** How long reading takes. */
  minutes: number
}

/** The shop's own texts, read when it started. */
export interface ContentPages {
  pages: Readonly<Record<ContentPageName, ContentPage>>
  articles: readonly Article[]
}
