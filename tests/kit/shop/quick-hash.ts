import { hashPassword } from '#server/providers/embedded-identity/passwords.ts'

/** The least that argon2id can cost: journeys and server tests sign up hundreds of people, and nothing is at stake. */
export const quickHash = (password: string): Promise<string> =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 })
