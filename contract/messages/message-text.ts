import { requiredText } from '#contract/text.ts'

/** The longest message, in characters. */
export const LONGEST_MESSAGE = 2000

export const messageText = requiredText(LONGEST_MESSAGE, 'Please write a message')
