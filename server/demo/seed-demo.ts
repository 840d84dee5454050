import { readFile } from 'node:fs/promises'
import { DAY_MS } from '#contract/duration.ts'
import { findOpenAccountByEmail, insertAccount, type AccountRow } from '#server/accounts/accounts.public.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { findDemoMark } from './demo.sql.ts'
import type { DemoServices } from './demo-services.ts'
import { UNVERIFIED, type DemoAccount } from './demo-accounts.ts'
import { listDemoBooks } from './list-demo-books.ts'
import { demoBooks } from './demo-books.ts'

type Progress = (done: number, total: number, label: string) => void

interface Wishes {
  again?: boolean
  /** Books that get their pictures, which is nearly all the work: tests need only a few. */
  photographed?: typeof demoBooks
}

/**
 * Seeds the demo: people, books, pictures and their story; returns whether it did. Does nothing in a shop that had it
 * before, whatever became of it, and nothing after the demo was cleared, unless `again` is given. An interrupted run
 * resumes: people and pictures are found again, and books and orders come in one transaction.
 */
export async function seedDemo(
  services: DemoServices,
  people: DemoAccount[],
  onProgress: Progress,
  { again = false, photographed = demoBooks.filter(({ picture }) => picture) }: Wishes = {},
): Promise<boolean> {
  const mark = await findDemoMark(services.db)
  if (mark && !(again && mark.state === 'cleared')) return false
  const total = people.length + photographed.length + 1
  let done = 0
  const step = (label: string) => onProgress((done += 1), total, label)

  const accounts = new Map<string, AccountRow>()
  for (const [place, person] of people.entries()) {
    accounts.set(nickname(person.email), await putPerson(services, person, daysAgo(services, JOINED_DAYS_AGO + place)))
    step('people')
  }
  const pictures = await uploadPictures(services, accounts, photographed, () => step('pictures'))
  const filled = await listDemoBooks(services, accounts, pictures)
  step('books on the shelves')
  return filled
}

/** Earlier than their first listing. */
const JOINED_DAYS_AGO = 30

const daysAgo = ({ clock }: DemoServices, days: number) => new Date(clock.now().getTime() - days * DAY_MS)

/** Nickname of a person in the books' data: the part before the @. */
const nickname = (email: string) => email.split('@')[0]!

async function putPerson(
  { db, identity }: DemoServices,
  { role, name, email, password }: DemoAccount,
  joinedAt: Date,
): Promise<AccountRow> {
  const emailVerified = email !== UNVERIFIED
  const person = { email, name, password, emailVerified }
  // A provider that sets no passwords has no sign-ins for the demo's people: they only have books.
  const { identityId } = (await identity.createWithPassword?.(person)) ?? { identityId: `demo:${nickname(email)}` }
  const wanted = { identityId, email, emailVerified, name, photoUrl: null, role }
  const account = (await insertAccount(db, wanted, joinedAt)) ?? (await findOpenAccountByEmail(db, email))
  if (account?.identityId !== identityId) throw new Error(`The demo can’t have ${email}: the address is taken.`)
  return account
}

/** Uploads the sellers' photos; returns URLs by title. */
async function uploadPictures(
  services: DemoServices,
  accounts: ReadonlyMap<string, AccountRow>,
  books: typeof demoBooks,
  step: () => void,
): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  for (const { title, seller, picture } of books) {
    if (!picture) continue
    const photo = await readFile(new URL(`pictures/${picture}.webp`, import.meta.url))
    urls.set(title, (await uploadImage(services, accounts.get(seller)!.id, photo)).url)
    step()
  }
  return urls
}
