/** The longest message, in characters. */
export const LONGEST_MESSAGE = 2000
/** Messages that one account may send within 24 hours. */
export const MOST_MESSAGES_A_DAY = 200
/** Conversations that one account may begin within 24 hours. */
export const MOST_CONVERSATIONS_A_DAY = 20
/** The same on the account's first day: an account made only to advertise reaches few. */
export const MOST_CONVERSATIONS_ON_THE_FIRST_DAY = 5
/** How long a message waits to be read until its recipient gets an email. */
export const EMAIL_AFTER_MINUTES = 5
