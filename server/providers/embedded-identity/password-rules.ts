import { isCommonPassword } from '#contract/accounts/common-passwords.ts'
import { LONGEST_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '#contract/accounts/sign-in.ts'
import { refusal, type Admitted } from './request-filter.ts'

/** Where a request sets a password, and by which name it brings it. */
const newPasswordOf: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
  '/verify-email': 'newPassword',
}

/**
 * Why a new password can't be taken, in better-auth's own codes; null when it can, or none is set. Comes before
 * everything else that a link or a form would do. The commonest passwords are refused where the shop is for real.
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
