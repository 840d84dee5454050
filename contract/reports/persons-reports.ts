import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { reportCase } from './reports.ts'

/** Cases that a person is the reason of, or the one who reported. */
export const REPORT_SIDES = ['about', 'by'] as const
export type ReportSide = (typeof REPORT_SIDES)[number]

export const listReportsOfPerson = defineCall({
  method: 'GET',
  path: '/people/:id/reports',
  topics: ['reports'],
  access: ['admin'],
  summary: 'Cases about a person and what they list, or those that they reported, newest first',
  query: z.object({
    ...pageQuery(['newest']),
    side: z._default(z.enum(REPORT_SIDES, { error: 'side is about or by' }), 'about'),
  }),
  answer: z.array(reportCase),
  refusals: ['not_found'],
  paged: true,
})
