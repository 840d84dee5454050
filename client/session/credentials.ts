import * as z from 'zod/mini'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/constants.ts'
import { email, optionalLine } from '#contract/text.ts'
import { ALL_REQUIRED } from './popup-words.ts'

const TOO_SHORT = `Password must be at least ${MINIMUM_PASSWORD_LENGTH} characters`
const LONGEST_PASSWORD = 128

const there = z.minLength(1, { error: ALL_REQUIRED, abort: true })
const address = z.pipe(z.string(ALL_REQUIRED).check(z.trim(), there), email)
const password = z
  .string(ALL_REQUIRED)
  .check(
    there,
    z.minLength(MINIMUM_PASSWORD_LENGTH, TOO_SHORT),
    z.maxLength(LONGEST_PASSWORD, `At most ${LONGEST_PASSWORD} characters, please`),
  )

/** What the forms around signing in take. */
export const signInForm = z.object({ email: address, password })
export const signUpForm = z.object({
  ...signInForm.shape,
  name: optionalLine(100),
  role: z._default(z.enum(['user', 'buyer', 'seller']), 'user'),
})
export const addressForm = z.object({ email: address })
export const newPasswordForm = z.object({ password })
export const changePasswordForm = z.object({ currentPassword: z.string(ALL_REQUIRED).check(there), password })
