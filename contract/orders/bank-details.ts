import * as z from 'zod/mini'
import { proofOfSignIn } from '#contract/accounts/admins.ts'
import { LONGEST_PASSWORD_LENGTH } from '#contract/accounts/sign-in.ts'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { optionalLine, requiredLine } from '#contract/text.ts'
import { isIban, looksLikeIban } from './iban.ts'

const NO_ACCOUNT = 'Please fill in the IBAN or the account number'
const ACCOUNT_FORM = /^[A-Z0-9][A-Z0-9/.-]{5,33}$/

/** An IBAN or a number of an account, without spaces and in capitals. */
const accountNumber = requiredLine(60, NO_ACCOUNT).check(
  z.overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase()),
  z.refine((text) => text === '' || !looksLikeIban(text) || isIban(text), {
    error: 'There’s a mistake in this IBAN. Please check it digit by digit.',
  }),
  z.refine((text) => text === '' || (ACCOUNT_FORM.test(text) && /(?:\d.*){4}/.test(text)), {
    error: 'Enter an IBAN, or an account number of 6 to 34 digits and letters.',
  }),
)

const bankFields = {
  holder: requiredLine(70, 'Please fill in whose account it is'),
  account: accountNumber,
  /** BIC, routing number or sort code, and the bank's name, as the country has them. */
  bank: optionalLine(100),
}

/** Confirmed by the current password or a proof of a fresh sign-in; a form sends the other field empty. */
export const bankDetailsForm = z.object({
  ...bankFields,
  password: z._default(
    z.string('Please enter your password').check(z.maxLength(LONGEST_PASSWORD_LENGTH, 'That’s not your password')),
    '',
  ),
  proof: z._default(proofOfSignIn, ''),
})
export type BankDetailsForm = z.output<typeof bankDetailsForm>

/** How a seller is paid: to a bank account or by hand; null until the seller has chosen. */
export const payoutWay = z.nullable(z.enum(['bank', 'hand']))

/** Where the seller's own money goes, as they are shown it. */
const ownBankDetails = z.object({
  way: payoutWay,
  /** The last four characters of the account; null where there is none, or it can't be opened any more. */
  endsIn: z.nullable(z.string()),
  since: z.nullable(time),
})
export type OwnBankDetails = z.output<typeof ownBankDetails>

export const getMyBankDetails = defineCall({
  method: 'GET',
  path: '/my-bank-details',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'Where the club transfers what it owes the seller: how, and the last four characters of the account',
  answer: ownBankDetails,
})

export const saveMyBankDetails = defineCall({
  method: 'PUT',
  path: '/my-bank-details',
  topics: ['payouts'],
  access: ['seller'],
  summary:
    'Keeps the seller’s bank details, encrypted; confirmed by their password or a sign-in within five minutes. The seller gets an email; refused where a provider pays sellers out',
  body: bankDetailsForm,
  example: { holder: 'Ida Brandt', account: 'DE89 3704 0044 0532 0130 00', bank: '', password: 'her present one' },
  refusals: ['not_offered', 'email_not_confirmed'],
})

export const choosePaidByHand = defineCall({
  method: 'POST',
  path: '/my-bank-details/by-hand',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'The seller is paid by hand, in person: bank details are deleted, and the seller gets an email',
  refusals: ['not_offered'],
})

export const removeMyBankDetails = defineCall({
  method: 'DELETE',
  path: '/my-bank-details',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'Deletes what the seller said of where their money goes; the seller gets an email',
})

/** The account itself. */
const bankAccount = z.object({ holder: z.string(), account: z.string(), bank: z.string(), since: time })
export type BankAccount = z.output<typeof bankAccount>

export const openBankDetails = defineCall({
  method: 'POST',
  path: '/accounts/:id/bank-details/open',
  topics: ['audit-log'],
  access: ['admin'],
  summary:
    'A seller’s bank details, for who transfers what is owed to them; each time, the audit log notes who saw them',
  answer: bankAccount,
  refusals: ['not_found'],
})
