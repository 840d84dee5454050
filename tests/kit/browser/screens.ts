import type { Page } from '@playwright/test'
import { screens as table, type Screen as Row, type ScreenAccess } from '#contract/screens.ts'
import { untilHydrated, untilThere } from './hydration.ts'
import { enterAs } from '#tests/kit/members.ts'
import {
  OWN_PAGE,
  there,
  type BookKind,
  type Club,
  type ConversationKind,
  type OrderKind,
  type Viewer,
} from './clubs.ts'
import { backupStates } from './backup-states.ts'
import * as bringing from './brought-lists.ts'
import { arranged, screen, type Screen } from './screen.ts'
import * as reaching from './reaching.ts'

const imprintPage = () => '/dashboard/settings/pages/imprint'

const bookPage =
  (kind: BookKind) =>
  ({ books }: Club) =>
    `/advertise/${there(books, kind)}`

const editPage =
  (kind: BookKind) =>
  ({ books }: Club) =>
    `/dashboard/my-products/${there(books, kind)}/edit`

const paymentPage =
  (kind: OrderKind) =>
  ({ orders }: Club) =>
    `/dashboard/payment/${there(orders, kind)}`

const orderPage =
  (kind: OrderKind) =>
  ({ orders }: Club) =>
    `/dashboard/orders/${there(orders, kind)}`

const conversationPage =
  (kind: ConversationKind) =>
  ({ conversations }: Club) =>
    `/dashboard/messages/${there(conversations, kind)}`

const ownPage = () => `/dashboard/settings/pages/${OWN_PAGE}`
const inADay = { bytes: 3_400_000, until: new Date(Date.now() + 24 * 3_600_000), mayAskAgain: true }

const BRING = 'dashboard/bring-list'
const bringPage = () => `/${BRING}`

/** Screens that need more than their address to be seen, or have several states. */
const states: readonly Screen[] = [
  screen('', 'visitor'),
  screen('', 'buyer', 'signed in'),
  screen('books/:category_name', 'buyer', '', () => '/books/novel-book'),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'with a photo', bookPage('photographed')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'without a photo', bookPage('bare')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'long words', bookPage('longWords')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'right to left', bookPage('rightToLeft')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'lowered', bookPage('lowered')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'held', bookPage('held')),
  screen('advertise/:advertiseId/:slug?', 'visitor', 'sold', bookPage('sold')),
  {
    ...screen('advertise/:advertiseId/:slug?', 'buyer', 'buy now', bookPage('photographed'), reaching.pressBuyNow),
    differsByDevice: true,
  },
  screen('buy/:bookId', 'buyer', '', ({ books }) => `/buy/${there(books, 'longWords')}`),
  screen('search', 'visitor'),
  screen('search', 'buyer', 'two filters', () => '/search?q=the&condition=good,excellent'),
  screen('search', 'buyer', 'nothing found', () => '/search?q=zzyzx+qwrtp'),
  screen('sellers/:id', 'buyer', '', ({ sellers }) => `/sellers/${there(sellers, 'selling')}`),
  screen(
    'sellers/:id',
    'buyer',
    'away',
    ({ sellers }) => `/sellers/${there(sellers, 'away')}`,
    bringing.untilSeen('The seller is away.'),
  ),
  screen('blogs', 'visitor'),
  screen('blogs', 'visitor', 'an article open', () => '/blogs#unit-testing'),
  screen('login', 'visitor'),
  screen('login', 'visitor', 'all wrong', () => '/login', reaching.sendEmpty(/^Login$/)),
  arranged(
    reaching.secondStepAhead,
    screen('login', 'visitor', 'second step', () => '/login', reaching.passFirstStep),
  ),
  screen('register', 'visitor'),
  screen('register', 'visitor', 'all wrong', () => '/register', reaching.sendEmpty(/^Sign up$/)),
  screen('dashboard', 'newcomer', 'no role yet'),
  screen('dashboard', 'buyer', 'of a buyer'),
  screen('dashboard', 'seller', 'of a seller'),
  screen('dashboard', 'admin', 'of the admin'),
  arranged(reaching.withoutSecondStep, screen('dashboard', 'admin', 'without a second step')),
  arranged(reaching.nothingLeftToDo, screen('dashboard', 'admin', 'set up')),
  screen('dashboard/add-product', 'seller'),
  screen(
    'dashboard/add-product',
    'seller',
    'all wrong',
    () => '/dashboard/add-product',
    reaching.sendEmpty(/^Add Product$/),
  ),
  screen(
    'dashboard/add-product',
    'seller',
    'no ISBN',
    () => '/dashboard/add-product',
    (page) => page.getByLabel('ISBN').fill('978-0-306-40615-8'),
  ),
  arranged(
    reaching.refuseBooks,
    screen(
      'dashboard/add-product/pile',
      'seller',
      'refused and waiting',
      () => '/dashboard/add-product/pile',
      reaching.fillPile,
    ),
  ),
  screen('dashboard/my-products', 'seller'),
  screen('dashboard/my-products', 'seller', 'several chosen', () => '/dashboard/my-products', reaching.chooseAll),
  screen('dashboard/my-products', 'new seller', 'nothing yet'),
  screen('dashboard/my-products/from-file', 'seller'),
  screen(
    'dashboard/my-products/from-file',
    'seller',
    'a file read',
    () => '/dashboard/my-products/from-file',
    reaching.bringAFile('longWords'),
  ),
  screen(BRING, 'new seller', '', bringPage, bringing.untilSeen('Choose a file')),
  arranged(bringing.factsMissing, screen(BRING, 'seller', 'facts missing', bringPage, bringing.openMore)),
  arranged(bringing.toLookAt, screen(BRING, 'seller', 'to look at', bringPage, bringing.openCorrections)),
  arranged(
    bringing.lettersToChoose,
    screen(BRING, 'seller', 'letters to choose', bringPage, bringing.untilSeen('Crème')),
  ),
  arranged(
    bringing.lettersToCheck,
    screen(BRING, 'seller', 'letters to check', bringPage, bringing.untilSeen('Käthe')),
  ),
  arranged(
    bringing.beingListed,
    screen(BRING, 'seller', 'being listed', bringPage, bringing.untilSeen('of 1,240 rows')),
  ),
  arranged(bringing.listed, screen(BRING, 'seller', 'listed', bringPage, bringing.untilSeen('1,209 books listed'))),
  arranged(
    bringing.listedBefore,
    screen(BRING, 'seller', 'listed before', bringPage, bringing.untilSeen('Your lists')),
  ),
  arranged(bringing.listedBefore, screen(BRING, 'seller', 'taking back', bringPage, reaching.press(/^Take back/))),
  screen('dashboard/my-products/:bookId/edit', 'seller', '', editPage('longWords')),
  screen('dashboard/my-products/:bookId/edit', 'seller', 'reserved', editPage('held')),
  screen('dashboard/my-buyers', 'seller'),
  screen('dashboard/my-buyers', 'new seller', 'nothing yet'),
  screen('dashboard/statement', 'seller'),
  screen('dashboard/statement', 'new seller', 'nothing yet'),
  screen('dashboard/statement', 'seller', 'entering bank details', undefined, reaching.press('Add bank details')),
  arranged(reaching.bankKnown, screen('dashboard/statement', 'new seller', 'bank details given')),
  screen('dashboard/payouts', 'admin'),
  arranged(reaching.waysKnown, screen('dashboard/payouts', 'admin', 'ways to pay')),
  arranged(
    reaching.waysKnown,
    screen('dashboard/payouts', 'admin', 'bank details open', undefined, reaching.openBankDetails),
  ),
  arranged(
    reaching.moneyWaiting,
    screen('dashboard/payouts', 'admin', 'waiting', () => '/dashboard/payouts?show=waiting'),
  ),
  screen('dashboard/payouts', 'admin', 'transferred', () => '/dashboard/payouts?show=transferred'),
  screen('dashboard/my-orders', 'buyer'),
  screen('dashboard/my-orders', 'new buyer', 'nothing yet'),
  arranged(reaching.failing('my-orders*'), screen('dashboard/my-orders', 'buyer', 'failing')),
  screen('dashboard/orders/:orderId', 'buyer', 'to pay', orderPage('open')),
  screen('dashboard/orders/:orderId', 'buyer', 'paid', orderPage('paid')),
  screen('dashboard/orders/:orderId', 'seller', 'reserved', orderPage('open')),
  screen('dashboard/orders/:orderId', 'seller', 'agreed', orderPage('agreed')),
  screen('dashboard/orders/:orderId', 'buyer', 'problem', orderPage('problem')),
  screen('dashboard/orders/:orderId', 'seller', 'problem', orderPage('problem')),
  screen('dashboard/orders/:orderId', 'admin', 'problem', orderPage('problem')),
  screen('dashboard/orders/:orderId', 'admin', 'paid', orderPage('paid')),
  screen('dashboard/orders/:orderId', 'buyer', 'chargeback', orderPage('disputed')),
  screen('dashboard/orders/:orderId', 'seller', 'chargeback', orderPage('disputed')),
  screen('dashboard/orders/:orderId', 'admin', 'chargeback', orderPage('disputed')),
  screen('dashboard/orders', 'admin'),
  screen('dashboard/orders', 'admin', 'none found', () => '/dashboard/orders?q=no-order-like-this'),
  screen('dashboard/figures', 'admin'),
  screen('dashboard/figures', 'admin', 'as a table', () => '/dashboard/figures', reaching.openTable),
  screen('dashboard/problems', 'admin'),
  screen('dashboard/problems', 'admin', 'ended', () => '/dashboard/problems?state=ended'),
  screen('dashboard/payment/:myOrderId', 'buyer', 'to pay', paymentPage('open')),
  screen('dashboard/payment/:myOrderId', 'buyer', 'paid', paymentPage('paid')),
  screen('dashboard/all-sellers', 'admin'),
  screen('dashboard/all-sellers', 'admin', 'deleting', () => '/dashboard/all-sellers', reaching.press(/^Delete /)),
  screen('dashboard/favourites', 'buyer'),
  screen('dashboard/favourites', 'new buyer', 'nothing yet'),
  screen('dashboard/saved-searches', 'seller'),
  screen('dashboard/saved-searches', 'new buyer', 'nothing yet'),
  screen('dashboard/saved-searches/new', 'seller', '', () => '/dashboard/saved-searches/new?q=sea&condition=good'),
  screen('dashboard/saved-searches/new', 'seller', 'can never match', () => '/dashboard/saved-searches/new?q=the'),
  screen('dashboard/messages', 'seller'),
  screen('dashboard/messages', 'new buyer', 'nothing yet'),
  screen('dashboard/messages/:conversationId', 'buyer', 'long', conversationPage('long')),
  screen('dashboard/messages/:conversationId', 'seller', 'blocked', conversationPage('blocked')),
  screen(
    'dashboard/messages/:conversationId',
    'buyer',
    'to begin',
    ({ books }) => `/dashboard/messages/new?book=${there(books, 'lowered')}`,
  ),
  screen(
    'dashboard/messages/:conversationId',
    'newcomer',
    'to begin before the email is confirmed',
    ({ books }) => `/dashboard/messages/new?book=${there(books, 'lowered')}`,
  ),
  screen(
    'dashboard/people/:accountId',
    'admin',
    'a seller',
    ({ sellers }) => `/dashboard/people/${there(sellers, 'selling')}`,
  ),
  screen(
    'dashboard/people/:accountId',
    'admin',
    'making an admin',
    ({ sellers }) => `/dashboard/people/${there(sellers, 'selling')}`,
    (page) => page.getByText('Make admin').first().click(),
  ),
  screen('report/:kind/:id', 'new buyer', 'a person', ({ sellers }) => `/report/person/${there(sellers, 'selling')}`),
  screen('report/:kind/:id', 'new buyer', 'a message', ({ sellers }) => `/report/message/${there(sellers, 'selling')}`),
  screen(
    'report/:kind/:id',
    'new buyer',
    'another book',
    ({ books }) => `/report/copy/${there(books, 'lowered')}?of=${there(books, 'lowered')}`,
  ),
  screen('dashboard/same-books', 'admin'),
  screen('dashboard/reported-items', 'admin'),
  screen(
    'dashboard/reported-items/:caseId',
    'admin',
    '',
    ({ reported }) => `/dashboard/reported-items/${reported ?? ''}`,
  ),
  screen('dashboard/people', 'admin'),
  screen('dashboard/people', 'admin', 'nobody found', () => '/dashboard/people?q=nobody-like-this'),
  screen('dashboard/audit-log', 'admin'),
  screen('dashboard/categories', 'admin'),
  screen('dashboard/categories', 'admin', 'editing', () => '/dashboard/categories', reaching.press(/^Edit/)),
  screen('dashboard/categories', 'admin', 'merging', () => '/dashboard/categories', reaching.press(/^Merge/)),
  arranged(reaching.wantedByMembers, screen('dashboard/settings', 'admin', 'words wanted')),
  arranged(reaching.picturesMoving, screen('dashboard/settings', 'admin', 'pictures moving')),
  arranged(reaching.picturesToMove, screen('dashboard/settings', 'admin', 'pictures to move')),
  screen('dashboard/settings/pages/:pageName', 'admin', '', imprintPage),
  screen('dashboard/settings/pages/:pageName', 'admin', 'refused', imprintPage, reaching.emptyPage),
  screen('dashboard/settings/pages/:pageName', 'admin', 'own text', ownPage, reaching.openEarlierTexts),
  screen('dashboard/settings/pages/:pageName', 'admin', 'saved meanwhile', ownPage, reaching.saveTooLate),
  screen('dashboard/doctor', 'admin', 'looked at', () => '/dashboard/doctor', reaching.healthChecked),
  screen('dashboard/backups', 'admin', 'none are taken'),
  ...backupStates.map(([state, arrange, reach]) =>
    arranged(arrange, screen('dashboard/backups', 'admin', state, undefined, reach)),
  ),
  screen('dashboard/account', 'buyer'),
  arranged(reaching.emailRefused, screen('dashboard/favourites', 'newcomer', 'emails come back')),
  arranged(reaching.exporting({}), screen('dashboard/account', 'buyer', 'export under way')),
  arranged(reaching.exporting({ ready: inADay }), screen('dashboard/account', 'buyer', 'export ready')),
  arranged(reaching.exporting({ failed: true }), screen('dashboard/account', 'buyer', 'export given up')),
  arranged(reaching.securedSignIn, screen('dashboard/account', 'buyer', 'second step on')),
  arranged(
    reaching.recoveryCodesMade,
    screen(
      'dashboard/account',
      'buyer',
      'recovery codes',
      () => '/dashboard/account',
      reaching.press('Make new recovery codes'),
    ),
  ),
  arranged(
    reaching.appSetUp,
    screen('dashboard/account', 'buyer', 'new app', () => '/dashboard/account', reaching.press('Set up an app')),
  ),
  arranged(
    reaching.confirmationNeeded,
    screen('dashboard/account', 'buyer', 'to confirm', () => '/dashboard/account', reaching.press('Set up an app')),
  ),
  screen('dashboard/account', 'newcomer', 'no role yet'),
  screen('dashboard/account', 'buyer', 'closing', () => '/dashboard/account', reaching.press('Close my account')),
  screen('stop-emails/:token', 'visitor', '', () => '/stop-emails/messages.some-account.signed'),
  screen('stop-emails/:token', 'visitor', 'half a link', () => '/stop-emails/half'),
  screen('dashboard/change-email', 'buyer', 'an expired link', () => '/dashboard/change-email?token=old'),
  screen('answer/:token', 'visitor', 'to answer', ({ answers }) => there(answers, 'open')),
  screen('answer/:token', 'visitor', 'answered', ({ answers }) => there(answers, 'given')),
  screen(
    'answer/:token',
    'visitor',
    'half a link',
    () => '/answer/half',
    bringing.untilSeen('Please copy all of it from the email.'),
  ),
  screen('verify-email', 'visitor', 'an expired link', () => '/verify-email?token=old'),
  screen('sign-in-link', 'visitor'),
  screen('sign-in-link', 'visitor', 'an expired link', () => '/sign-in-link?token=old'),
  arranged(
    reaching.noticed,
    screen('dashboard', 'admin', 'with notices', () => '/dashboard', reaching.noticeOpened),
  ),
  screen('dashboard/set-up', 'admin'),
  screen('dashboard/set-up', 'admin', 'ways to pay', () => '/dashboard/set-up?step=paying'),
  screen('dashboard/set-up', 'admin', 'texts', () => '/dashboard/set-up?step=texts'),
  screen('dashboard/set-up', 'admin', 'test email', () => '/dashboard/set-up?step=email'),
  screen('dashboard/set-up', 'admin', 'test order', () => '/dashboard/set-up?step=order', reaching.orderTried),
  screen('first-admin', 'visitor'),
  screen('first-admin', 'visitor', 'by a link', () => '/first-admin#some-token'),
  screen('first-admin', 'buyer', 'signed in', () => '/first-admin#some-token'),
  screen('reset-password', 'visitor'),
  screen('reset-password', 'visitor', 'by a link', () => '/reset-password?token=some-token'),
  screen('*', 'visitor', '', () => '/nowhere'),
]

/** Screens that differ in a club without books. */
export const emptyScreens: readonly Screen[] = [
  screen('', 'visitor'),
  screen('products-categories', 'visitor'),
  screen('books/:category_name', 'admin', '', () => '/books/novel-book'),
  screen('advertises', 'visitor'),
  screen('all-products', 'admin'),
  screen('dashboard/all-sellers', 'admin'),
  screen('dashboard/all-buyers', 'admin'),
  screen('dashboard/orders', 'admin'),
  screen('dashboard/figures', 'admin'),
  screen('dashboard/payouts', 'admin'),
  screen('dashboard/audit-log', 'admin'),
]

const readers: Record<ScreenAccess, Viewer> = {
  public: 'visitor',
  anyone: 'visitor',
  search: 'visitor',
  catalogue: 'buyer',
  member: 'buyer',
  buyer: 'buyer',
  seller: 'seller',
  admin: 'admin',
}

/** Every screen of a shop that is in use: each row of the table, in its states where it has several. */
export function screensOf(table: readonly Row[]): Screen[] {
  return table.flatMap(({ path, access }) => {
    const listed = states.filter(({ route }) => route === path)
    if (listed.length === 0 && /[:*]/.test(path))
      throw new Error(`tests/kit/browser/screens.ts doesn’t say how to show /${path}`)
    return listed.length > 0 ? listed : [screen(path, readers[access])]
  })
}
export const screens: readonly Screen[] = screensOf(table)

/** Signs a page in as a viewer; a visitor is signed out. */
export async function lookAs(page: Page, viewer: Viewer, { shop, people }: Club) {
  // A screen that closes its own window would leave nothing to look at.
  await page.addInitScript(() => (window.close = () => {}))
  const member = people[viewer]
  if (member) await enterAs(page, shop, member)
  else if (viewer !== 'visitor') throw new Error(`This club has no ${viewer}`)
}

/** Opens a screen and waits until all of it is there. Throws when it led somewhere else. */
export async function openScreen(page: Page, { address, reach, arrange }: Screen, club: Club): Promise<void> {
  const wanted = new URL(address(club), club.shop.origin)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await arrange?.(page)
  await page.goto(wanted.href)
  await untilSettled(page)
  const { pathname } = new URL(page.url())
  if (pathname !== wanted.pathname) throw new Error(`${wanted.pathname} led to ${pathname}`)
  await reach?.(page, club)
}

async function untilSettled(page: Page): Promise<void> {
  await untilHydrated(page)
  await untilThere(page, 'body:has(h1):not(:has(.skeleton, .spinner, [aria-busy=true]))')
  await page.evaluate(() => document.fonts.ready)
}
