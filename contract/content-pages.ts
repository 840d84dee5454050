import type { ContentPageName } from './screens.ts'
import type { ContentPage } from './settings/content-page-calls.ts'

/** §2: the four articles of the blogs, in their order; each one's name is its anchor. */
export const ARTICLE_NAMES = [
  'state-management',
  'prototypal-inheritance',
  'unit-testing',
  'react-vue-angular',
] as const

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
