import * as z from 'zod/mini'
import { ACCOUNT_NAMES, listedAccountOnTheWire, mailRefusal } from './accounts.ts'
import { suspension } from './suspensions.ts'
import { defineCall } from '#contract/call.ts'
import { renamed } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { accountSorts } from '#contract/sorts.ts'
import { optionalLine } from '#contract/text.ts'

/** An account by its name, which is null once it is closed. */
export const namedAccount = z.object({ id: z.uuid(), name: z.nullable(z.string()) })

/** An account as admins see it: what it does in the shop, whether it is suspended, and whether its emails come back. */
const person = renamed(
  z.extend(listedAccountOnTheWire, { suspension: z.nullable(suspension), mailRefusal: z.nullable(mailRefusal) }),
  ACCOUNT_NAMES,
)
export type Person = z.output<typeof person>

export const LONGEST_SEARCH = 100

export const listPeople = defineCall({
  method: 'GET',
  path: '/people',
  topics: ['people'],
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
  topics: ['people'],
  access: ['admin'],
  summary: 'One person with an open account, and whether and why they are suspended',
  answer: person,
  refusals: ['not_found'],
})
