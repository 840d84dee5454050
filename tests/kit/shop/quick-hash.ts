import { hashPassword } from '#server/providers/embedded-identity/passwords.ts'

/** Minimum cost of argon2id: tests sign up hundreds of people. */
export const quickHash = (password: string): Promise<string> =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 })
