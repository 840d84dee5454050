import { randomInt } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { storedSecrets } from '#server/secrets/stored-secrets.ts'

const person = z.object({
  role: z.enum(['admin', 'seller', 'buyer']),
  name: z.string(),
  email: z.email(),
  password: z.string().min(6),
})
export type DemoAccount = z.infer<typeof person>

/** The demo's people; only the passwords differ from shop to shop. */
const people = [
  { role: 'admin', name: 'Ottilie Brandt', email: 'ottilie@example.org' },
  { role: 'seller', name: 'Marguerite Bell', email: 'marguerite@example.org' },
  { role: 'seller', name: 'Tomás Arriaga', email: 'tomas@example.org' },
  { role: 'seller', name: 'Ingrid Solheim', email: 'ingrid@example.org' },
  { role: 'buyer', name: 'Priya Raman', email: 'priya@example.org' },
  { role: 'buyer', name: 'Jonah Whitlock', email: 'jonah@example.org' },
] as const satisfies Omit<DemoAccount, 'password'>[]

/** The person whose email isn't verified, so that both badges can be seen. */
export const UNVERIFIED = 'ingrid@example.org'

/** Said in place of their passwords where sign-ins are kept elsewhere. */
export const NO_SIGN_IN =
  'The demo’s people have books and orders, but can’t sign in here. Sign up with an account of your own; npm run admin -- EMAIL makes it an admin.'

/**
 * The demo's people with the passwords of this data folder: random at first, then read from `demo-people.json`, which
 * only its owner may read. Throws, with the file's name, where it can't be read.
 */
export function demoAccounts(dataDir: string): Promise<DemoAccount[]> {
  return storedSecrets(
    path.join(dataDir, 'demo-people.json'),
    z.array(person),
    () => people.map((someone) => ({ ...someone, password: newPassword() })),
    'start with an empty data folder',
  )
}

/** A person's line for the terminal, with the password. */
export const accountLine = ({ role, email, password }: DemoAccount): string =>
  `${role.padEnd(6)}  ${email.padEnd(28)}  ${password}`

/** Without letters that look alike, since people type it from the terminal; about 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function newPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${part()}-${part()}-${part()}`
}
