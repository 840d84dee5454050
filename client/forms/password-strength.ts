import { GOOD_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '#contract/accounts/sign-in.ts'

export interface Strength {
  /** Filled part of the meter's circle. */
  mark: '○' | '◐' | '●'
  words: string
}

const FEW_DIFFERENT = 5

/**
 * Strength of a new password while typing: its length, no repeated key, and not a common password, which a demo
 * accepts.
 */
export function strengthOf(password: string, isCommon = false, demo = false): Strength {
  const { length } = password
  if (length === 0)
    return {
      mark: '○',
      words: `At least ${MINIMUM_PASSWORD_LENGTH} characters; ${GOOD_PASSWORD_LENGTH} or more is safer.`,
    }
  const missing = MINIMUM_PASSWORD_LENGTH - length
  if (missing > 0)
    return { mark: '○', words: `At least ${missing} more ${missing === 1 ? 'character' : 'characters'}.` }
  if (isCommon)
    return demo
      ? { mark: '◐', words: 'One of the first passwords anyone would guess: fine for this demo, but nowhere else.' }
      : {
          mark: '○',
          words: 'One of the first passwords anyone would guess. Please use another, such as three random words.',
        }
  if (new Set(password).size < FEW_DIFFERENT)
    return { mark: '◐', words: 'Easy to guess: too few different characters.' }
  if (length < GOOD_PASSWORD_LENGTH) return { mark: '◐', words: 'OK. For a stronger one, use three random words.' }
  return { mark: '●', words: 'Good length.' }
}
