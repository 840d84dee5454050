import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { contentPageNames, type ContentPageName } from '#contract/screens.ts'
import { requiredText } from '#contract/text.ts'
import { revision } from './revision.ts'
import { SETTING_NAMES } from './shop-settings.ts'

/** Whose text a content page shows: one saved on a screen, else the operator's file, else the one that comes along. */
export const PAGE_SOURCES = ['admins', 'operator', 'project'] as const
export type PageSourceName = (typeof PAGE_SOURCES)[number]

const name = z.enum(contentPageNames as [ContentPageName, ...ContentPageName[]], {
  error: `A page is one of ${contentPageNames.join(', ')}`,
})
const params = z.object({ name })

/** Of a page's text; a file of the operator's may be longer. */
const LONGEST_PAGE = 60_000
const text = requiredText(LONGEST_PAGE, 'Please write a text')
/** What the form of a page's text holds. */
export const contentPageForm = z.object({ text })

const listedPage = z.object({
  name,
  title: z.string(),
  source: z.enum(PAGE_SOURCES),
  /** When an admin saved it; null where no text of theirs is shown. */
  savedAt: z.nullable(time),
  /** Why what an admin saved can't be shown any more; the text below it is. */
  problem: z.nullable(z.string()),
})
export type ListedContentPage = z.infer<typeof listedPage>

/** What `{{name}}` and the like stand for at the moment. */
const templateVariable = z.object({
  name: z.string(),
  value: z.string(),
  /** The setting that it follows; null where none says it. */
  setting: z.nullable(z.enum(SETTING_NAMES)),
  /** The operator has set that for good. */
  fixed: z.boolean(),
})

const contentPage = z.object({
  ...listedPage.shape,
  revision,
  /** As it was written, in Markdown. */
  text: z.string(),
  /** What is shown without the text of admins. */
  below: z.enum(PAGE_SOURCES),
  variables: z.array(templateVariable),
})
export type ContentPageText = z.infer<typeof contentPage>

/** A content page, as its author wrote it. */
const rendered = z.object({
  title: z.string(),
  /** Its first paragraph, without marks. */
  description: z.string(),
  /** What follows the title. Safe to put into a page: made from Markdown, and nothing else got through. */
  html: z.string(),
  /** The headings below the title, none where the text has none. Their anchors are ids in `html`. */
  sections: z.array(z.object({ anchor: z.string(), title: z.string() })),
})
export type ContentPage = z.output<typeof rendered>

export const listContentPages = defineCall({
  method: 'GET',
  path: '/content-pages',
  topics: ['settings'],
  access: ['admin'],
  summary: 'The pages of text, and whose text each shows',
  answer: z.array(listedPage),
})

export const getContentPage = defineCall({
  method: 'GET',
  path: '/content-pages/:name',
  topics: ['settings'],
  access: ['admin'],
  summary: 'A page’s text in Markdown, the revision that a change names, and what may stand in braces in it',
  params,
  answer: contentPage,
})

const earlierText = z.object({
  revision,
  savedAt: time,
  /** Null: it went back to the text below. */
  text: z.nullable(z.string()),
})
export type EarlierText = z.infer<typeof earlierText>

export const listEarlierTexts = defineCall({
  method: 'GET',
  path: '/content-pages/:name/earlier',
  topics: ['settings'],
  access: ['admin'],
  summary: 'What admins saved of a page, the ten latest, newest first. Who it was says the audit log',
  params,
  answer: z.array(earlierText),
})

export const previewContentPage = defineCall({
  method: 'POST',
  path: '/content-pages/:name/preview',
  access: ['admin'],
  summary: 'What the page would be with this text. Saves nothing',
  params,
  body: contentPageForm,
  example: { text: '# About us' },
  answer: rendered,
  limit: { counts: 'reads' },
})

export const saveContentPage = defineCall({
  method: 'PUT',
  path: '/content-pages/:name',
  topics: ['settings', 'audit-log'],
  access: ['admin'],
  summary:
    'Gives a page this text at once, in every process. Names the revision that was read: a newer revision refuses the change',
  params,
  body: z.extend(contentPageForm, { revision }),
  example: { text: '# About us', revision: 0 },
  answer: contentPage,
  refusals: ['page_changed'],
})

export const resetContentPage = defineCall({
  method: 'POST',
  path: '/content-pages/:name/reset',
  topics: ['settings', 'audit-log'],
  access: ['admin'],
  summary: 'Goes back to the operator’s text, else to the one that comes along',
  params,
  body: z.object({ revision }),
  example: { revision: 0 },
  answer: contentPage,
  refusals: ['page_changed'],
})
