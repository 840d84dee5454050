import type { Page } from '@playwright/test'
import { untilAlive } from './alive.ts'
import { enterAs } from './members.ts'
import type { BookKind, Club, OrderKind, Viewer } from './clubs.ts'

/** A screen in one of its states. */
export interface Screen {
  /** Its address as `client/app/routes.ts` has it; '' for the home page. */
  route: string
  /** Which state of it this is; unique together with the route, the viewer and the club. */
  state: string
  as: Viewer
  address: (club: Club) => string
  /** What has to be pressed before it shows. */
  reach?: (page: Page) => Promise<void>
}

const screen = (
  route: string,
  as: Viewer,
  state = '',
  address: Screen['address'] = () => `/${route}`,
  reach?: Screen['reach'],
): Screen => ({ route, as, state, address, ...(reach && { reach }) })

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const pressBuyNow = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Buy Now/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

const bookPage =
  (kind: BookKind) =>
  ({ books }: Club) =>
    `/advertise/${there(books, kind)}`

const paymentPage =
  (kind: OrderKind) =>
  ({ orders }: Club) =>
    `/dashboard/payment/${there(orders, kind)}`

function there<Kind extends string>(ids: Partial<Record<Kind, string>>, kind: Kind): string {
  const id = ids[kind]
  if (!id) throw new Error(`This club has none that is ${kind}`)
  return id
}

/** Every screen of a shop that is in use. Whoever adds an address adds it here; a test says so. */
export const screens: readonly Screen[] = [
  screen('', 'visitor'),
  screen('', 'buyer', 'signed in'),
  screen('products-categories', 'visitor'),
  screen('books/:category_name', 'buyer', '', () => '/books/novel-book'),
  screen('advertises', 'visitor'),
  screen('advertise/:advertiseId', 'visitor', 'with a photo', bookPage('photographed')),
  screen('advertise/:advertiseId', 'visitor', 'without a photo', bookPage('bare')),
  screen('advertise/:advertiseId', 'visitor', 'long words', bookPage('longWords')),
  screen('advertise/:advertiseId', 'visitor', 'right to left', bookPage('rightToLeft')),
  screen('advertise/:advertiseId', 'visitor', 'held', bookPage('held')),
  screen('advertise/:advertiseId', 'visitor', 'sold', bookPage('sold')),
  screen('advertise/:advertiseId', 'buyer', 'buy now', bookPage('photographed'), pressBuyNow),
  screen('buy/:bookId', 'buyer', '', ({ books }) => `/buy/${there(books, 'photographed')}`),
  screen('all-products', 'buyer'),
  screen('blogs', 'visitor'),
  screen('blogs', 'visitor', 'an article open', () => '/blogs#unit-testing'),
  screen('login', 'visitor'),
  screen('login', 'visitor', 'all wrong', () => '/login', press(/^Login$/)),
  screen('register', 'visitor'),
  screen('register', 'visitor', 'all wrong', () => '/register', press(/^Sign up$/)),
  screen('dashboard', 'newcomer', 'no role yet'),
  screen('dashboard', 'buyer', 'of a buyer'),
  screen('dashboard', 'seller', 'of a seller'),
  screen('dashboard', 'admin', 'of the admin'),
  screen('dashboard/add-product', 'seller'),
  screen('dashboard/add-product', 'seller', 'all wrong', () => '/dashboard/add-product', press(/^Add Product$/)),
  screen('dashboard/my-products', 'seller'),
  screen('dashboard/my-products', 'new seller', 'nothing yet'),
  screen('dashboard/my-buyers', 'seller'),
  screen('dashboard/my-buyers', 'new seller', 'nothing yet'),
  screen('dashboard/my-orders', 'buyer'),
  screen('dashboard/my-orders', 'new buyer', 'nothing yet'),
  screen('dashboard/payment/:myOrderId', 'buyer', 'to pay', paymentPage('open')),
  screen('dashboard/payment/:myOrderId', 'buyer', 'paid', paymentPage('paid')),
  screen('dashboard/all-sellers', 'admin'),
  screen('dashboard/all-sellers', 'admin', 'deleting', () => '/dashboard/all-sellers', press(/^Delete /)),
  screen('dashboard/all-buyers', 'admin'),
  screen('dashboard/reported-items', 'admin'),
  screen('dashboard/account', 'buyer'),
  screen('dashboard/account', 'newcomer', 'no role yet'),
  screen('verify-email', 'visitor', 'a lapsed link', () => '/verify-email?token=old'),
  screen('reset-password', 'visitor'),
  screen('reset-password', 'visitor', 'by a link', () => '/reset-password?token=some-token'),
  screen('signed-in-popup', 'visitor'),
  screen('outbox', 'visitor'),
  screen('about', 'visitor'),
  screen('how-buying-works', 'visitor'),
  screen('how-selling-works', 'visitor'),
  screen('contact', 'visitor'),
  screen('terms', 'visitor'),
  screen('privacy', 'visitor'),
  screen('imprint', 'visitor'),
  screen('*', 'visitor', '', () => '/nowhere'),
]

/** Those that look different where nobody has listed a book yet. */
export const emptyScreens: readonly Screen[] = [
  screen('', 'visitor'),
  screen('products-categories', 'visitor'),
  screen('books/:category_name', 'admin', '', () => '/books/novel-book'),
  screen('advertises', 'visitor'),
  screen('all-products', 'admin'),
  screen('dashboard/all-sellers', 'admin'),
  screen('dashboard/all-buyers', 'admin'),
]

interface Route {
  path?: string | undefined
  children?: Route[] | undefined
}

/** The addresses of `client/app/routes.ts` for which there is no screen above. */
export function addressesWithoutScreen(routes: readonly Route[], listed = screens): string[] {
  const known = new Set(listed.map(({ route }) => route))
  return addressesOf(routes, []).filter((address) => !known.has(address))
}

const addressesOf = (routes: readonly Route[], above: string[]): string[] =>
  routes.flatMap(({ path, children }) => {
    const here = path === undefined ? above : [...above, path]
    return children ? addressesOf(children, here) : [here.join('/')]
  })

/** Lets a page be who looks at it; a visitor is nobody. */
export async function lookAs(page: Page, viewer: Viewer, { shop, people }: Club) {
  // A screen that closes its own window would leave nothing to look at.
  await page.addInitScript(() => (window.close = () => {}))
  const member = people[viewer]
  if (member) await enterAs(page, shop, member)
  else if (viewer !== 'visitor') throw new Error(`This club has no ${viewer}`)
}

/** Opens a screen and waits until all of it is there. Throws when it led somewhere else. */
export async function openScreen(page: Page, { address, reach }: Screen, club: Club): Promise<void> {
  const wanted = new URL(address(club), club.shop.origin)
  await page.goto(wanted.href)
  await untilSettled(page)
  const { pathname } = new URL(page.url())
  if (pathname !== wanted.pathname) throw new Error(`${wanted.pathname} led to ${pathname}`)
  await reach?.(page)
}

async function untilSettled(page: Page): Promise<void> {
  await untilAlive(page)
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton, .spinner'))
  await page.evaluate(() => document.fonts.ready)
}
