import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { noFacts } from '#contract/books/book-facts.ts'
import type { NewBook } from '#contract/books/books.ts'
import type { Role } from '#contract/call.ts'
import { closeAccount } from '#server/account-closure/close-account.ts'
import { findAccountById, insertAccount } from '#server/accounts/accounts.public.ts'
import { insertBook } from '#server/books/books.sql.ts'
import type { Services } from '#server/services.ts'

type KitServices = Pick<Services, 'db' | 'tokens' | 'clock'>

export interface TestAccount {
  id: string
  identityId: string
  email: string
  name: string
  /** A club token. */
  token: string
}

const unique = () => randomBytes(5).toString('hex')

/** An account of the club, signed in. */
export async function anAccount(
  services: KitServices,
  role: Role,
  given: { name?: string; email?: string; emailVerified?: boolean } = {},
): Promise<TestAccount> {
  const email = given.email ?? `${role}-${unique()}@example.org`
  const identityId = `identity-${unique()}`
  const account = await insertAccount(
    services.db,
    {
      identityId,
      email,
      emailVerified: given.emailVerified ?? true,
      name: given.name ?? `Test ${role}`,
      photoUrl: null,
      role,
    },
    services.clock.now(),
  )
  if (!account) throw new Error(`${email} has an account already`)
  const token = await freshToken(services, account.id, account.version)
  return { id: account.id, identityId, email, name: account.name, token }
}

/** Closes an account, as an admin does. */
export async function closeByAdmin(services: Services, accountId: string, adminId?: string): Promise<void> {
  const admin = await findAccountById(services.db, adminId ?? (await anAccount(services, 'admin')).id)
  await closeAccount(services, { ...admin!, signedInAt: 0 }, accountId)
}

/** A copy for sale. */
export async function aBook(
  services: KitServices,
  seller: Pick<TestAccount, 'id'>,
  given: Partial<NewBook> = {},
  currency = 'USD',
): Promise<string> {
  const book: NewBook = {
    ...noFacts,
    title: 'The Lighthouse Keeper’s Ledger',
    author: 'Ada Winter',
    description: 'A quiet novel about numbers and the sea.',
    location: 'Harbour square',
    category: null,
    condition: 'good',
    originalPrice: 2400,
    resalePrice: 1250,
    yearOfPurchase: 2019,
    mobileNumber: '+49 170 1234567',
    images: [],
    ...given,
  }
  return insertBook(services.db, seller.id, book, { currency, now: services.clock.now() })
}

/** What the form for a new book sends, but its picture. */
export const productBody = {
  book_name: 'Salt and Tide',
  book_writer: 'Ada Winter',
  originalPrice: '24',
  resalePrice: '12.50',
  mobileNumber: '+49 170 1234567',
  location: 'Harbour square',
  description: 'A quiet novel.',
  yearOfPurchase: '2019',
}

/** A picture that belongs to an account, without its files; returns its address. */
export async function aPictureOf({ db }: Pick<Services, 'db'>, { id }: Pick<TestAccount, 'id'>): Promise<string> {
  const url = `/images/${randomBytes(16).toString('hex')}/1200.webp`
  await sql`INSERT INTO images (url, owner_id) VALUES (${url}, ${id})`.execute(db)
  return url
}

/** What the buy-now form sends for a copy. */
export const buyNowBody = (bookId: string) => ({
  bookData: { _id: bookId },
  phone: '+49 30 1234',
  meetingLocation: 'Library steps',
})

/** A club token of this moment, as right after a sign-in. */
export function freshToken(
  services: Pick<Services, 'tokens' | 'clock'>,
  accountId: string,
  version = 1,
): Promise<string> {
  return services.tokens.mint({ accountId, version, signedInAt: Math.floor(services.clock.now().getTime() / 1000) })
}
