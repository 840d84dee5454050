import * as z from 'zod/mini'
import { emailMayJoin, joinDomainsWords } from '#contract/accounts/join-domains.ts'
import { isCommonPassword } from '#contract/accounts/common-passwords.ts'
import { LONGEST_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '#contract/accounts/sign-in.ts'
import { personsName } from '#contract/accounts/names.ts'
import type { Site } from '#contract/site.ts'
import { messageText } from '#contract/messages/message-text.ts'
import { email } from '#contract/text.ts'
import { COMMON_PASSWORD } from './identity/identity-words.ts'
import { ALL_REQUIRED } from '#client/forms/popup-words.ts'

const TOO_SHORT = `Password must be at least ${MINIMUM_PASSWORD_LENGTH} characters`

const there = z.minLength(1, { error: ALL_REQUIRED, abort: true })
const address = z.pipe(z.string(ALL_REQUIRED).check(z.trim(), there), email)
const password = z
  .string(ALL_REQUIRED)
  .check(
    there,
    z.minLength(MINIMUM_PASSWORD_LENGTH, TOO_SHORT),
    z.maxLength(LONGEST_PASSWORD_LENGTH, `Please use ${LONGEST_PASSWORD_LENGTH} characters or fewer`),
  )

const uncommon = password.check(z.refine<string>((word) => !isCommonPassword(word), { error: COMMON_PASSWORD }))
/** Password rule: a demo accepts common passwords, and only warns while typing. */
const newPassword = (demo: boolean) => (demo ? password : uncommon)

/** Schemas of the auth forms. */
export const signInForm = z.object({ email: address, password })
export const signUpForm = ({ demo, name, joinDomains }: Pick<Site, 'demo' | 'name' | 'joinDomains'>) =>
  z.object({
    email: address.check(z.refine((text) => emailMayJoin(joinDomains, text), { error: joinDomainsWords(joinDomains) })),
    password: newPassword(demo),
    name: personsName(name),
    role: z._default(z.enum(['user', 'buyer', 'seller']), 'user'),
    /** Where the way here was to a seller. */
    question: z.optional(z.union([z.pipe(z.string().check(z.trim()), z.literal('')), messageText])),
  })
export const addressForm = z.object({ email: address })
export const newPasswordForm = (demo: boolean) => z.object({ password: newPassword(demo) })
export const changePasswordForm = (demo: boolean) =>
  z.object({ currentPassword: z.string(ALL_REQUIRED).check(there), password: newPassword(demo) })
