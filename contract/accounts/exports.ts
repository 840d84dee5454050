import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { href } from '#contract/href.ts'

/** Days until a finished file expires. */
export const EXPORT_DAYS = 3
/** Minutes until another file can be asked for. */
export const EXPORT_AGAIN_MINUTES = 60
/** For how many minutes the address of the file works. */
export const EXPORT_LINK_MINUTES = 5
/** Where one asks for it; the email leads there. */
export const EXPORT_PAGE = `${href('/dashboard/account')}#export`

const exportState = z.object({
  askedAt: time,
  /** Parts and pictures; a total of 0 says that it isn't begun. */
  done: z.int(),
  total: z.int(),
  /** Null until the file is there. */
  ready: z.nullable(z.object({ bytes: z.int(), until: time, mayAskAgain: z.boolean() })),
  /** It couldn’t be made, and another one may be asked for at once. */
  failed: z.boolean(),
})
export type ExportState = z.infer<typeof exportState>

export const getExport = defineCall({
  method: 'GET',
  path: '/account/export',
  topics: ['export'],
  access: 'member',
  summary: 'Progress of the caller’s data export; null where none was requested',
  answer: z.object({ export: z.nullable(exportState) }),
})

export const askForExport = defineCall({
  method: 'POST',
  path: '/account/export',
  topics: ['export'],
  access: 'member',
  summary: `Requests a zip of all the caller’s data; idempotent for ${EXPORT_AGAIN_MINUTES} minutes`,
  refusals: ['unavailable'],
})

export const openExport = defineCall({
  method: 'POST',
  path: '/account/export/open',
  topics: ['export'],
  access: 'member',
  summary: `The file’s address, which works for ${EXPORT_LINK_MINUTES} minutes`,
  answer: z.object({ address: z.string() }),
  refusals: ['not_found'],
})
