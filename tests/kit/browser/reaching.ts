import type { WaitingMoney } from '#contract/orders/payouts.ts'
import type { Page, Route } from '@playwright/test'
import type { ExportState } from '#contract/accounts/exports.ts'
import { exampleIds } from '#contract/examples.ts'
import { CHECKLIST } from '#contract/settings/checklist.ts'
import { aPhoto, fillInBook } from './book-form.ts'
import { addToPage, there, type BookKind, type Club } from './clubs.ts'

// Steps to a screen's states: presses, and stubbed answers of the server.

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Runs the checks of the shop, to their end. */
export const healthChecked = async (page: Page) => {
  await press('Run the checks')(page)
  await page.getByRole('button', { name: 'Run the checks again' }).waitFor()
  await page.getByLabel('New address').fill('https://new.example.org')
  await press('Show what changes')(page)
  await page.getByText('Set PUBLIC_URL=').waitFor()
}

/** Submits a page of text without its text. */
export const emptyPage = async (page: Page) => {
  await page.getByLabel('Text', { exact: true }).fill('')
  await sendEmpty('Save page')(page)
}

/** Has a test order played, to its end. */
export const orderTried = async (page: Page) => {
  await press('Try an order')(page)
  await page.getByRole('button', { name: 'Try it again' }).waitFor()
}

/** Submits an untouched form, and waits for its errors: the schema may load first. */
export const sendEmpty = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByText('Please check:').waitFor()
}

export const pressBuyNow = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Buy Now/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

export const chooseAll = async (page: Page) => {
  await page.getByLabel(/^Select all/).check()
  await press('Change price')(page)
}

/** Uploads a list with one change and one invalid row. */
export const bringAFile =
  (kind: BookKind) =>
  async (page: Page, { books }: Club) => {
    const list = `id,price,notes\n${there(books, kind)},"9,75",for the fair\n,3,\n`
    const file = { name: 'my-books.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.getByRole('heading', { name: 'my-books.csv' }).waitFor()
  }

export const openTable = (page: Page) => page.locator('summary', { hasText: 'Show as table' }).first().click()

/** Stubs the answer to calls of this path. */
const answering =
  (path: string, answer: Parameters<Route['fulfill']>[0]) =>
  (page: Page): Promise<unknown> =>
    page.route(`**/api/${path}`, (route) => route.fulfill(answer))

/** What the book is called that the shop refuses. */
export const REFUSED = 'A Book in a Category That’s Gone'
const problem = (status: number, code: string, detail: string, invalidFields: object[] = []) => ({
  status,
  json: { code, status, title: detail, detail, invalidFields, requestId: '' },
})

/** A failure that isn't tried again by itself, and that ends no session. */
export const failing = (path: string) => answering(path, problem(404, 'not_found', 'We couldn’t read your orders.'))

/** Stubs an account whose address refuses mail. */
const mailRefusal = { at: new Date(), words: '550 5.1.1 No such person here' }
export const emailRefused = (page: Page): Promise<unknown> =>
  page.route('**/api/user-type-find*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), mailRefusal } })
  })

/** Stubs a sign-in whose password is right and is followed by a second step. */
export const secondStepAhead = async (page: Page): Promise<void> => {
  await answering('identity/sign-in/email', { status: 403, json: { code: 'SECOND_FACTOR_NEEDED' } })(page)
  await answering('identity/second-step/waiting', { json: { isWaiting: true, hasApp: true, hasPasskey: true } })(page)
}

export const passFirstStep = async (page: Page): Promise<void> => {
  await page.getByLabel('Email').fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('her password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

/** Stubs how a member signs in: with a passkey, and a second step by an app. */
const factors = {
  passkeys: [{ id: 'one', name: 'My phone', createdAt: new Date(), lastUsedAt: new Date() }],
  isOn: true,
  hasApp: true,
  codesLeft: 2,
  hasPassword: true,
  isMailboxProven: true,
}
export const securedSignIn = answering('identity/factors', { json: factors })

/** Stubs new recovery codes for such a member. */
export const recoveryCodesMade = async (page: Page): Promise<void> => {
  await securedSignIn(page)
  const recoveryCodes = Array.from({ length: 10 }, (_, place) => `abcd${place}-efgh${place}`)
  await answering('identity/second-factor/codes', { json: { recoveryCodes } })(page)
}

const secret = 'JFHW6TDLIJTFCMLQOVQTE3KGJJMFOSRWG5MUIMDVNBAUUZSYMNZA'
/** Stubs the key of a new authenticator app. */
export const appSetUp = answering('identity/second-factor/new-app', {
  json: { secret, address: `otpauth://totp/Dogear:ann%40example.org?secret=${secret}&issuer=Dogear` },
})

/** Stubs a member who has to confirm that it is them. */
export const confirmationNeeded = answering('identity/second-factor/new-app', {
  status: 403,
  json: { code: 'CONFIRMATION_NEEDED' },
})

/** Stubs an admin of a live shop whose password alone signs them in. */
export const withoutSecondStep = (page: Page): Promise<unknown> =>
  page.route('**/api/user-type-find*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), needsSecondStep: true } })
  })

export const exporting = (state: Partial<ExportState>) =>
  answering('account/export', {
    json: { export: { askedAt: new Date(), done: 3, total: 8, ready: null, failed: false, ...state } },
  })

const waiting = (why: WaitingMoney['why'], minor: number, respondBy: Date | null, reason: string | null = null) => ({
  id: crypto.randomUUID(),
  title: `A Book ${'W'.repeat(40)}`,
  sellerId: crypto.randomUUID(),
  name: 'Marguerite Bell',
  amount: { minor, currency: 'USD' },
  why,
  reason,
  since: new Date(),
  respondBy,
})
/** Stubs money that waits for each reason. */
export const moneyWaiting = answering('payouts/waiting*', {
  json: [
    waiting('disputed', 1250, new Date(Date.now() + 9 * 24 * 3_600_000)),
    waiting('asked', 123_456, null),
    waiting('gone_back', -1250, null),
    waiting('not_ready', 700, null, 'Accounts in this country can’t receive transfers from this club.'),
    waiting('balance', 900, null, 'You have insufficient available funds in your account.'),
  ],
})

/** Stubs a seller who has given the club their bank details. */
export const bankKnown = answering('my-bank-details', {
  json: { way: 'bank', endsIn: '3000', since: new Date('2026-11-01') },
})

const owed = (name: string, way: 'bank' | 'hand' | null) => ({
  id: crypto.randomUUID(),
  name,
  email: 'a-seller@example.org',
  amount: { minor: 123_456, currency: 'USD' },
  less: 0,
  isByProvider: false,
  way,
  waySince: way && new Date('2026-11-01'),
})
/** Stubs sellers who want their money in each way, and the bank account of one. */
export const waysKnown = async (page: Page): Promise<void> => {
  await answering('payouts/owed*', { json: [owed('Bo', 'bank'), owed('Hanna', 'hand'), owed('Nell', null)] })(page)
  const account = { holder: 'Bo Marlowe', account: 'MT84MALT011000012345MTLCAST001S', bank: 'MALTMTMTXXX' }
  await answering('accounts/*/bank-details/open', { json: { ...account, since: new Date('2026-11-01') } })(page)
}
export const openBankDetails = async (page: Page): Promise<void> => {
  await press(/^Mark as transferred/)(page)
  await press(/^Show bank details/)(page)
  await page.getByText('Bo Marlowe').waitFor()
}

/** Stubs a club's checklist as complete, and a dashboard without tasks. */
export const nothingLeftToDo = (page: Page): Promise<unknown> =>
  page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const dashboard = (await response.json()) as { club: object }
    const checklist = CHECKLIST.map((item) => ({ item, done: true, failed: false }))
    await route.fulfill({
      response,
      json: { ...dashboard, tasks: [], rows: [], club: { ...dashboard.club, checklist } },
    })
  })

/** Stubs a dashboard with every notice of the shop. */
export const noticed = (page: Page): Promise<unknown> =>
  page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const notice = { since: null, advice: 'Make room: look at the folder’s backups and exports.', page: null }
    const notices = [
      { ...notice, kind: 'mail', since: new Date(), found: 'Emails don’t get through.' },
      { ...notice, kind: 'disk', found: 'The disk of the data folder (/var/lib/dogear) has 4.1 GB of 100 GB free.' },
      {
        ...notice,
        kind: 'release',
        found: 'Dogear 1.2.0 is out; this shop runs 0.1.0.',
        page: 'https://example.org/',
      },
    ]
    await route.fulfill({ response, json: { ...((await response.json()) as object), notices } })
  })

/** Opens the first notice. */
export const noticeOpened = (page: Page) => page.getByText('Emails don’t get through.').click()

export const wantedByMembers = answering('wanted', {
  json: [
    { words: 'A Wizard of Earthsea', people: 4, isHidden: false },
    { words: 'Something that doesn’t belong on a home page, however long it gets', people: 2, isHidden: true },
  ],
})

/** Stubs pictures at a host that can't delete, while they are moved there. */
export const picturesMoving = answering('pictures', {
  json: {
    present: 'imgbb',
    elsewhere: 380,
    unreachable: 2,
    move: {
      done: 1220,
      total: 1600,
      lost: 1,
      finishedAt: null,
      problem: 'imgbb stored no picture: Rate limit reached.',
    },
    leftBehind: [
      { id: exampleIds.book, host: 'imgbb', address: 'https://ibb.co/abc/def', since: '2026-11-20T10:00:00.000Z' },
      { id: exampleIds.order, host: 'imgbb', address: null, since: '2026-11-20T10:00:00.000Z' },
    ],
    leftBehindCount: 2,
  },
})

/** Stubs pictures on the disk that can be moved to an object store. */
export const picturesToMove = answering('pictures', {
  json: {
    present: 'the object store at s3.example.org',
    elsewhere: 1600,
    unreachable: 0,
    move: null,
    leftBehind: [],
    leftBehindCount: 0,
  },
})

/** Stubs a refusal of one book, and an outage for the others. */
export const refuseBooks = (page: Page) =>
  page.route(/\/api\/(add-product|my-books\/pile)/, (route) => {
    const { book_name: title } = route.request().postDataJSON() as { book_name: string }
    const category = { field: 'category_name', message: 'Choose one of the shop’s categories' }
    const answer =
      title === REFUSED
        ? problem(422, 'invalid_input', 'Please check the marked fields.', [category])
        : problem(503, 'unavailable', 'Please try again in a moment')
    return route.fulfill(answer)
  })

/** Types a book into the pile’s form, with a photo. */
export async function fillPiled(page: Page, title: string): Promise<void> {
  await fillInBook(page, { 'Book Name': title })
  await page.getByLabel('Product Image').setInputFiles(await aPhoto())
  await page.getByRole('radio', { name: 'good' }).check()
}

/** Fills the pile with a refused book and a waiting one. */
export async function fillPile(page: Page): Promise<void> {
  for (const [title, became] of [
    [REFUSED, /Not listed/],
    ['B'.repeat(60), /saved in this browser/],
  ] as const) {
    await fillPiled(page, title)
    await press('Next book')(page)
    await page.getByText(became).first().waitFor()
  }
}

export async function openEarlierTexts(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Earlier texts' }).click()
  await page.getByRole('button', { name: 'Copy into the editor (text 1)' }).waitFor()
}

/** Another admin is quicker. */
export async function saveTooLate(page: Page, { shop, people }: Club): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill('# How selling works\n\nAs you like.')
  await addToPage(shop, people.admin!, 'We transfer on request.')
  await press('Save page')(page)
  await page.getByText('Save mine instead').waitFor()
}
