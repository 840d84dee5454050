import { decidedWords, reportReasons } from '#contract/reports/reports.ts'
import type { Book } from '#contract/books/books.ts'
import { savedColumns } from '#contract/books/lists/list-columns.ts'
import { deletedByHand } from '#contract/images/deleted-by-hand.ts'
import { priceText, type Money } from '#contract/money/currency-digits.ts'
import type { Site } from '#contract/site.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { listAuditLog } from '#server/views/list-audit-log.ts'
import { listOtherIdentities } from '#server/accounts/identity-moves/identity-moves.public.ts'
import { getMailChoices } from '#server/accounts/mail-choices/choose-mails.ts'
import { listImports } from '#server/books/import/take-back-import.ts'
import { listBooksOfSeller } from '#server/books/list-books.ts'
import { listFavourites } from '#server/favourites/list-favourites.ts'
import { getWholeBankDetails } from '#server/orders/bank-details/keep-bank-details.ts'
import { listStatement, getStatementTotals } from '#server/orders/ledger/list-statement.ts'
import { getPayoutAccount } from '#server/orders/transfers/payout-account.ts'
import type { ArchiveEntry } from '#server/ports/archives.ts'
import { listDecisionsAbout, listReportsBy } from '#server/reports/reports.public.ts'
import { listWants } from '#server/wants/keep-wants.ts'
import { allPages } from './all-pages.ts'
import { csvFile, jsonFile, type ItemOf } from './as-files.ts'
import { bookRow, pictureName } from './book-row.ts'
import { conversationParts } from './conversation-parts.ts'
import { orderParts } from './order-parts.ts'
import type { PartServices } from './part-services.ts'

/** All parts of an export but the pictures: account, listings, orders, messages and favourites. */
export function exportParts(services: PartServices, account: SignedInAccount): ArchiveEntry[] {
  return [
    { name: 'README.txt', content: readme(services.site.pictures) },
    accountPart(services, account),
    ...clubParts(services, account),
    ...listingParts(services, account),
    ...orderParts(services, account),
    ...statementParts(services, account),
    ...conversationParts(services, account),
    ...reportParts(services, account),
    ...savedParts(services, account),
  ]
}

async function* readme(pictures: Site['pictures']): AsyncGenerator<string> {
  yield `Everything this club has about you.

account.json           who you are here, and which emails you get
passkeys.json          your passkeys by name, and whether your sign-in has a second step
sign-ins.json          where you are signed in: since when, by which browser, from which network address
acts-of-the-club.json  what the club's admins did to your account, your listings and your orders
listings.*             the books in your list; the CSV file can be read in again under My Products
imports.json           the lists of books that were brought in for you
orders.*               what you bought and sold, with everything that happened
statement.*            what the club owed and transferred to you, and kept as its fee
bank-details.json      where the club transfers what it owes you, if you said
payout-account.json    your account at the provider that pays you out, if you have one, and what it says of it
conversations.json, messages.csv   what you wrote and what was written to you
waiting-question.json  what you wrote, and we send once your email is confirmed
reports.*              what you reported, and what was decided about you
favourites.*, saved-searches.*     what you keep
pictures/              the photos that you have uploaded

The JSON files are the whole of it, for programs; the CSV files are for spreadsheets. Contact details of others are
here only where the site shows them to you as well. All times are UTC.
`
  const byHand = deletedByHand(pictures)
  if (byHand) yield `\n${byHand}\n`
}

function accountPart({ db }: PartServices, account: SignedInAccount): ArchiveEntry {
  async function* content() {
    const { id, email, emailVerified, name, photoUrl, role, joinedAt, listingsPaused } = account
    const { off } = await getMailChoices({ db }, account)
    const photo = photoUrl && pictureName(photoUrl)
    const signInsElsewhere = await listOtherIdentities(db, id)
    const who = {
      id,
      name,
      email,
      emailVerified,
      photo,
      role,
      joinedAt,
      listingsPaused,
      emailsTurnedOff: off,
      signInsElsewhere,
    }
    yield `${JSON.stringify(who, null, 1)}\n`
  }
  return { name: 'account.json', content: content() }
}

/** Records of the club about a member beyond their own acts. */
function clubParts({ db, identity }: PartServices, { id, identityId }: SignedInAccount): ArchiveEntry[] {
  async function* signIns() {
    for (const { id: _name, ...signIn } of (identityId && (await identity.sessions?.list(identityId))) || [])
      yield signIn
  }
  async function* passkeys() {
    const factors = identityId && (await identity.factors?.read(identityId))
    if (factors) yield factors
  }
  // The acting admin's name stays with the club.
  async function* acts() {
    for await (const { id: _id, by: _admin, account: _self, ...act } of allPages('newest', (page) =>
      listAuditLog({ db }, { account: id }, page),
    ))
      yield act
  }
  return [jsonFile('sign-ins', signIns), jsonFile('passkeys', passkeys), jsonFile('acts-of-the-club', acts)]
}

function listingParts(services: PartServices, { id }: SignedInAccount): ArchiveEntry[] {
  const listings = () => allPages('newest', (page) => listBooksOfSeller(services, id, {}, page))
  const columns = Object.fromEntries(savedColumns.map(({ heading, read }) => [heading, read]))
  async function* imports() {
    for (const one of await listImports(services, id)) yield { ...one }
  }
  return [
    jsonFile('listings', () => mapped(listings(), bookRow)),
    csvFile('listings', columns, listings),
    jsonFile('imports', imports),
  ]
}

/** Signed amount. */
const signed = ({ minor, currency }: Money) =>
  `${minor < 0 ? '-' : ''}${priceText({ minor: Math.abs(minor), currency })}`

function statementParts({ db, bankSealer }: PartServices, { id }: SignedInAccount): ArchiveEntry[] {
  async function* lines() {
    for await (const { amount, ...line } of allPages('newest', (page) => listStatement({ db }, id, page)))
      yield { ...line, amount: signed(amount), currency: amount.currency }
  }
  async function* totals() {
    for (const { currency, ...sums } of await getStatementTotals({ db }, id)) {
      const of = (minor: number) => signed({ minor, currency })
      yield { currency, owed: of(sums.owed), paidOut: of(sums.paidOut), kept: of(sums.kept), fees: of(sums.fees) }
    }
  }
  const columns = {
    time: ({ at }: ItemOf<typeof lines>) => at,
    what: ({ kind }: ItemOf<typeof lines>) => kind,
    book: ({ title }: ItemOf<typeof lines>) => title,
    order: ({ orderId }: ItemOf<typeof lines>) => orderId,
    'order number': ({ orderNumber }: ItemOf<typeof lines>) => orderNumber,
    amount: ({ amount }: ItemOf<typeof lines>) => amount,
    currency: ({ currency }: ItemOf<typeof lines>) => currency,
  }
  async function* bankDetails() {
    const details = await getWholeBankDetails({ db, bankSealer }, id)
    if (details) yield details
  }
  async function* payoutAccount() {
    const account = await getPayoutAccount({ db }, id)
    if (account.status !== 'none') yield account
  }
  return [
    jsonFile('statement', lines),
    jsonFile('statement-totals', totals),
    csvFile('statement', columns, lines),
    jsonFile('bank-details', bankDetails),
    jsonFile('payout-account', payoutAccount),
  ]
}

function reportParts({ db }: PartServices, { id }: SignedInAccount): ArchiveEntry[] {
  async function* made() {
    for (const { decision, reason, ...report } of await listReportsBy(db, id))
      yield { ...report, reason: reportReasons[reason], decision: decision && decidedWords[decision] }
  }
  async function* about() {
    for (const { decision, ...rest } of await listDecisionsAbout(db, id))
      yield { ...rest, decision: decidedWords[decision] }
  }
  type Made = ItemOf<typeof made>
  const columns = {
    time: ({ at }: Made) => at,
    kind: ({ kind }: Made) => kind,
    book: ({ title }: Made) => title,
    reason: ({ reason }: Made) => reason,
    words: ({ words }: Made) => words,
    decision: ({ decision }: Made) => decision,
  }
  return [jsonFile('reports', made), jsonFile('decisions-about-you', about), csvFile('reports', columns, made)]
}

function savedParts({ db }: PartServices, { id }: SignedInAccount): ArchiveEntry[] {
  const favourites = () => allPages('newest', (page) => listFavourites({ db }, id, page))
  const wants = () => allPages('newest', (page) => listWants({ db }, id, page))
  type Want = ItemOf<typeof wants>
  return [
    jsonFile('favourites', () => mapped(favourites(), bookRow)),
    csvFile(
      'favourites',
      { id: (book: Book) => book.id, title: (book) => book.title, author: (book) => book.author },
      favourites,
    ),
    jsonFile('saved-searches', () => mapped(wants(), (want) => ({ ...want }))),
    csvFile(
      'saved-searches',
      {
        name: ({ name }: Want) => name,
        search: ({ search }) => search,
        often: ({ often }) => often,
        since: ({ since }) => since,
      },
      wants,
    ),
  ]
}

/** Maps an async iterable lazily. */
async function* mapped<From, To>(items: AsyncIterable<From>, change: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield change(item)
}
