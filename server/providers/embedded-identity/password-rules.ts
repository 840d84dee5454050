import { isCommonPassword } from '#contract/accounts/common-passwords.ts'
import { LONGEST_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '#contract/accounts/sign-in.ts'
import { refusal, type Admitted } from './request-filter.ts'

/** Endpoints that set a password, with the field that carries it. */
const newPasswordOf: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
  '/verify-email': 'newPassword',
}

/**
 * Refuses a new password that breaks the rules, in better-auth's codes; null when it is accepted, or none is set. Runs
 * before any other effect of a link or form. Common passwords are refused only in a live shop.
 */
export function refuseNewPassword({ path, input }: Admitted, refuseCommon: boolean): Response | null {
  const word = input[newPasswordOf[path] ?? '']
  if (typeof word !== 'string') return null
  if (word.length < MINIMUM_PASSWORD_LENGTH) return refusal(400, 'PASSWORD_TOO_SHORT', 'Password too short')
  if (word.length > LONGEST_PASSWORD_LENGTH) return refusal(400, 'PASSWORD_TOO_LONG', 'Password too long')
  if (refuseCommon && isCommonPassword(word))
    return refusal(400, 'PASSWORD_TOO_COMMON', 'This is one of the commonest passwords. Please choose another one.')
  return null
}
