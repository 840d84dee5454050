import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { myListing } from './my-book-calls.ts'

export const listListingsOf = defineCall({
  method: 'GET',
  path: '/people/:id/listings',
  topics: ['people'],
  access: ['admin'],
  summary: 'What a person has listed, sold ones and those taken down included, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(myListing),
  refusals: ['not_found'],
  paged: true,
})
