import * as z from 'zod/mini'
import { defineCall, deleted, type Role } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { renamed, time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { accountSorts } from '#contract/sorts.ts'
import { email, optionalLine, queriedEmail } from '#contract/text.ts'
import { isTimeZone } from '#contract/time-zones.ts'

export const roles = ['user', 'buyer', 'seller', 'admin'] as const satisfies readonly Role[]

const accountOnTheWire = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  checked: z.enum(roles),
  /** The identity provider's id of the person. */
  userIdFirebase: z.string(),
  emailVerified: z.boolean(),
  photoUrl: z.nullable(z.string()),
  joinedAt: time,
})
export const ACCOUNT_NAMES = { _id: 'id', checked: 'role', userIdFirebase: 'identityId' } as const
const account = renamed(accountOnTheWire, ACCOUNT_NAMES)
/** A person of the club, without secrets. */
export type Account = z.output<typeof account>

/** The mailbox refused our last email for good: when, and what its server said. */
export const mailRefusal = z.object({ at: time, words: z.string() })
export type MailRefusal = z.output<typeof mailRefusal>

/** An account with what it does in the shop: its role, and the other side of trade where it has traded before. */
const ownAccount = renamed(
  z.extend(accountOnTheWire, {
    isBuyer: z.boolean(),
    isSeller: z.boolean(),
    /** Away for a while: the account's listings are hidden. */
    listingsPaused: z.boolean(),
    mailRefusal: z.nullable(mailRefusal),
    /** An admin whose password alone signs them in, in a live shop that keeps second factors. */
    needsSecondStep: z.boolean(),
    /** Time zone of the times in emails; null before a browser has reported one. */
    timeZone: z.nullable(z.string()),
  }),
  ACCOUNT_NAMES,
)
export type OwnAccount = z.output<typeof ownAccount>

/** What an account does in the shop, counted for the admin. */
const stats = z.object({
  /** Books for sale now. */
  listings: z.int(),
  /** Own books that were paid. */
  sales: z.int(),
  /** Paid orders. */
  purchases: z.int(),
  /** Unpaid claims in which the account is one of the two sides. */
  openOrders: z.int(),
})
export type AccountStats = z.output<typeof stats>

export const listedAccountOnTheWire = z.extend(accountOnTheWire, { stats })
/** An account in the admin's lists. */
const listedAccount = renamed(listedAccountOnTheWire, ACCOUNT_NAMES)
export type ListedAccount = z.output<typeof listedAccount>

const name = optionalLine(100)
const timeZone = z
  .string({ error: 'Name a time zone' })
  .check(z.maxLength(64, 'Name a time zone'), z.refine(isTimeZone, 'Name a time zone such as Europe/Berlin'))
/** A person whose identity provider knows no name sends null: that is an empty one. */
const nameOrNull = z.codec(z.optional(z.nullable(z.string({ error: 'Please enter text' }))), name, {
  decode: (given) => given ?? '',
  encode: (text) => text,
})
/** Null where no role was chosen: that is 'user'. */
const roleOrNull = z.codec(z.nullable(z.enum(roles, { error: 'Choose user, buyer or seller' })), z.enum(roles), {
  decode: (chosen) => chosen ?? 'user',
  encode: (role) => role,
})

export const mintToken = defineCall({
  method: 'POST',
  path: '/jwt',
  access: 'proof-or-member',
  summary: 'A club token for the identity provider’s proof, or for a club token that is still valid',
  body: z.union(
    [
      z.object({
        email,
        /** The proof has another photo, which the account takes. */ hasNewPhoto: z.optional(z.boolean()),
      }),
      email,
    ],
    { error: 'Send {"email": "name@example.org"} or the bare email' },
  ),
  example: { email: exampleIds.email },
  answer: z.object({ token: z.string() }),
  refusals: ['not_your_email', 'no_account', 'account_closed', 'account_suspended'],
})

export const signUp = defineCall({
  method: 'POST',
  path: '/signup',
  access: 'proof',
  summary: 'Creates the account of a proven identity; the same identity again changes nothing',
  body: z.object({
    name: nameOrNull,
    email,
    checked: z._default(roleOrNull, 'user'),
  }),
  example: { name: 'Nell Harrow', email: exampleIds.email, checked: 'buyer' },
  ignored: {
    password: 'Dropped unread: passwords are the identity provider’s alone.',
    userIdFirebase: 'The proof says who it is.',
    emailVerified: 'The proof says whether it is.',
  },
  refusals: ['not_your_email', 'role_not_allowed', 'email_taken', 'account_closed', 'account_suspended'],
})

export const findUserType = defineCall({
  method: 'GET',
  path: '/user-type-find',
  access: 'member',
  summary: 'The account behind an email; checked is its role. Members read their own, admins any',
  query: z.object({ email: z.optional(queriedEmail) }),
  answer: ownAccount,
  refusals: ['not_your_email', 'not_found'],
})

const emailParams = z.object({ email })
const roleCheck = (role: string) =>
  ({
    method: 'GET',
    access: 'member',
    summary: `Whether the account behind an email is ${role}`,
    params: emailParams,
    refusals: ['not_your_email'],
  }) as const

export const isAdmin = defineCall({
  ...roleCheck('an admin'),
  path: '/allusers/admin/:email',
  answer: z.object({ isAdmin: z.boolean() }),
})
export const isBuyer = defineCall({
  ...roleCheck('a buyer'),
  path: '/allusers/buyer/:email',
  answer: z.object({ isBuyer: z.boolean() }),
})
export const isSeller = defineCall({
  ...roleCheck('a seller'),
  path: '/allusers/seller/:email',
  answer: z.object({ isSeller: z.boolean() }),
})

export const changeAccount = defineCall({
  method: 'PATCH',
  path: '/account',
  access: 'member',
  summary: 'Changes the caller’s name or time zone, or switches between buying and selling',
  body: z.object({
    name: z.optional(name),
    timeZone: z.optional(timeZone),
    checked: z.optional(z.enum(['buyer', 'seller'], { error: 'Choose buyer or seller' })),
  }),
  example: { name: 'Nell Harrow' },
  refusals: ['role_not_allowed'],
})

export const signOutEverywhere = defineCall({
  method: 'POST',
  path: '/account/sign-out-everywhere',
  access: 'member',
  summary: 'Ends every session and club token of the caller’s account, this one included',
  refusals: ['not_offered'],
})

export const clearMailRefusal = defineCall({
  method: 'POST',
  path: '/account/email/works',
  access: 'member',
  summary: 'One’s email address takes emails again, although it refused one; twice is as good as once',
})

const listOf = (people: string) =>
  ({
    method: 'GET',
    access: ['admin'],
    summary: `All ${people}, newest first unless sorted otherwise`,
    query: z.object(pageQuery(accountSorts)),
    answer: z.array(listedAccount),
    paged: true,
  }) as const

export const listBuyers = defineCall({
  ...listOf('buyers, and accounts that have not chosen a role'),
  path: '/all-buyers',
})
export const listSellers = defineCall({ ...listOf('sellers'), path: '/all-sellers' })

const closing = {
  method: 'DELETE',
  access: ['admin'],
  topics: ['audit-log'],
  summary:
    'Closes an account, whichever list it stands in: signed out at once, unsold books leave, unpaid claims are released',
  answer: deleted,
  refusals: ['not_found', 'account_protected'],
} as const

export const closeBuyer = defineCall({ ...closing, path: '/all-buyers/delete/:id' })
export const closeSeller = defineCall({ ...closing, path: '/all-sellers/delete/:id' })
