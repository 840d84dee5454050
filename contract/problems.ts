/**
 * Every expected no. A use case throws one with `refuse`, which also rolls its transaction back; the server
 * turns it into `application/problem+json` (RFC 9457), and the client shows `detail` where it belongs.
 */
export const problems = {
  not_signed_in: { status: 401, title: 'Please sign in' },
  wrong_role: { status: 403, title: 'You are not authorized' },
  not_your_email: { status: 403, title: 'That’s someone else’s email' },
  role_not_allowed: { status: 403, title: 'You can’t choose that role' },
  account_closed: { status: 403, title: 'This account was closed' },
  origin_not_allowed: { status: 403, title: 'Requests from that site are not allowed' },
  account_suspended: { status: 403, title: 'This account is suspended' },
  account_protected: { status: 403, title: 'That account can’t be closed here' },
  not_found: { status: 404, title: 'Not found' },
  no_account: { status: 404, title: 'There’s no account yet' },
  request_timeout: { status: 408, title: 'The request took too long' },
  book_not_for_sale: { status: 409, title: 'Someone was quicker' },
  listing_paused: { status: 409, title: 'Not for sale right now' },
  own_book: { status: 409, title: 'This is your listing' },
  too_many_claims: { status: 409, title: 'Too many unpaid orders' },
  email_not_confirmed: { status: 409, title: 'Please confirm your email' },
  claimed_recently: { status: 409, title: 'You had this book reserved a short while ago' },
  suspended_already: { status: 409, title: 'Already suspended' },
  listings_alike: { status: 409, title: 'These listings say the same' },
  case_changed: { status: 409, title: 'This case has changed' },
  taken_down_already: { status: 409, title: 'Already taken down' },
  book_claimed: { status: 409, title: 'This book is reserved' },
  book_changed: { status: 409, title: 'This listing has changed' },
  book_sold: { status: 409, title: 'This book is sold' },
  book_not_reserved: { status: 409, title: 'This book isn’t reserved' },
  too_many_wants: { status: 409, title: 'Your saved searches are full' },
  too_many_favourites: { status: 409, title: 'Your favourites are full' },
  too_late_to_restore: { status: 409, title: 'Too late to bring it back' },
  order_not_open: { status: 409, title: 'This order can’t be changed any more' },
  problem_open: { status: 409, title: 'There’s an open problem already' },
  problem_changed: { status: 409, title: 'This problem has changed' },
  price_mismatch: { status: 409, title: 'The price doesn’t match' },
  owed_changed: { status: 409, title: 'What is owed has changed' },
  not_paid: { status: 409, title: 'Not paid' },
  cash_off: { status: 409, title: 'Cash payments are off' },
  too_many_codes: { status: 409, title: 'Too many wrong codes' },
  account_gone: { status: 409, title: 'This account was closed' },
  person_blocked: { status: 409, title: 'You blocked this person' },
  messages_declined: { status: 409, title: 'This person doesn’t take messages from you' },
  list_under_way: { status: 409, title: 'Your books are still being listed' },
  list_changed: { status: 409, title: 'This list has changed' },
  category_exists: { status: 409, title: 'There’s a category with this name already' },
  category_in_use: { status: 409, title: 'This category has books' },
  category_moving: { status: 409, title: 'This category is being moved' },
  settings_changed: { status: 409, title: 'These settings have changed' },
  page_changed: { status: 409, title: 'This page has changed' },
  set_by_operator: { status: 409, title: 'Set by the operator' },
  unfit_for_admin: { status: 409, title: 'This account can’t be an admin yet' },
  last_admin: { status: 409, title: 'A club needs an admin' },
  not_offered: { status: 409, title: 'This shop can’t do that' },
  cards_off: { status: 409, title: 'Card payments are off' },
  email_taken: { status: 409, title: 'The email address is already in use by another account.' },
  body_too_large: { status: 413, title: 'Too large' },
  list_too_large: { status: 413, title: 'The list is too large' },
  image_too_large: { status: 413, title: 'The picture is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported kind of content' },
  range_not_satisfiable: { status: 416, title: 'There’s no such part' },
  expectation_failed: { status: 417, title: 'That can’t be expected here' },
  invalid_input: { status: 422, title: 'Please check what you entered' },
  image_unusable: { status: 422, title: 'That picture can’t be used' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  too_many_images: { status: 429, title: 'Too many pictures for today' },
  too_many_lists: { status: 429, title: 'Too many lists for today' },
  too_many_messages: { status: 429, title: 'Too many messages for today' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Not available at the moment' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** A refused field, by its name on the wire (`bookData._id` for nested ones). */
export interface InvalidField {
  field: string
  message: string
}

/** The body of every refusal. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  /** What to do about it, in a sentence for the person. */
  detail: string
  /** Names the request in the server's log. */
  requestId: string
  /** All of them at once; empty when no field is to blame. */
  invalidFields: InvalidField[]
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ProblemCode
  readonly invalidFields: InvalidField[]

  constructor(code: ProblemCode, detail: string, invalidFields: InvalidField[] = []) {
    super(detail)
    this.code = code
    this.invalidFields = invalidFields
  }
}

/** Ends the present use case with an expected no. Screens show `detail` unchanged. */
export type Refuse<Code extends ProblemCode> = (code: Code, detail: string, invalidFields?: InvalidField[]) => never

/**
 * What a use case asks for, among its services, in order to refuse these codes. A route is given only what its call
 * declares, so a use case that may refuse anything else doesn't compile there.
 */
export interface Refuses<Code extends ProblemCode> {
  refuse: Refuse<Code>
}

/** Refuses with any code: for whom no declaration binds (jobs, tools, tests). */
export const refuseWith: Refuse<ProblemCode> = (code, detail, invalidFields = []) => {
  throw new Refusal(code, detail, invalidFields)
}

/** Codes that follow from who may make a call and what it takes, or that concern any request: no call declares them. */
export type UsualCode =
  | 'not_signed_in'
  | 'wrong_role'
  | 'invalid_input'
  | 'too_many_requests'
  | 'origin_not_allowed'
  | 'expectation_failed'
  | 'unavailable'

/** `services.refuse` for the usual codes, which every call may refuse. */
export const refuse: Refuse<UsualCode> = (...no) => refuseWith(...no)

/** Does work whose refusal means that there is nothing left to do; every other failure goes on. */
export async function unlessRefused(work: (may: Refuses<ProblemCode>) => Promise<unknown>): Promise<void> {
  try {
    await work({ refuse: refuseWith })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
