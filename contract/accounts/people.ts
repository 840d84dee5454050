import * as z from 'zod/mini'
import { listedAccount, type ListedAccount } from './accounts.ts'
import { suspension, type Suspension } from './suspensions.ts'
import { defineCall, idParams } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { accountSorts } from '#contract/sorts.ts'
import { optionalLine } from '#contract/text.ts'

/** Somebody as admins see them: what they do in the shop, and whether they are out for a while. */
export interface Person extends ListedAccount {
  suspension?: Suspension
}

const person = z.codec(
  z.extend(listedAccount.def.in, { suspension: z.optional(suspension) }),
  z.custom<Person & { identityId: string }>(),
  {
    decode: ({ suspension: out, ...wire }) => ({
      ...z.decode(listedAccount, wire),
      ...(out && { suspension: out }),
    }),
    encode: ({ suspension: out, ...account }) => ({
      ...z.encode(listedAccount, account),
      ...(out && { suspension: out }),
    }),
  },
)

export const LONGEST_SEARCH = 100

export const listPeople = defineCall({
  method: 'GET',
  path: '/people',
  access: ['admin'],
  summary:
    'Everybody with an open account, newest first unless sorted otherwise; those whose name or email has words that begin like those of q',
  query: z.object({ ...pageQuery(accountSorts), q: z._default(optionalLine(LONGEST_SEARCH), '') }),
  answer: z.array(person),
  paged: true,
})

export const getPerson = defineCall({
  method: 'GET',
  path: '/people/:id',
  access: ['admin'],
  summary: 'One person with an open account, and whether and why they are suspended',
  params: idParams,
  answer: person,
  refusals: ['not_found'],
})
