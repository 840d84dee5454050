import type { Role } from './call.ts'
import { SEARCH_PAGE_LIMIT, type PageLimit } from './request-limits.ts'
import type { Site } from './site.ts'
import { isCatalogueOpen, isSearchOpen } from './visitors.ts'

/**
 * Who a screen is for. `public`: everyone, and nothing on it depends on who reads it. `search`, `catalogue`: the same
 * where search or the whole catalogue is open to visitors, else members. `anyone`: everyone, but it asks who is signed
 * in. `member` or a role: only those.
 */
export type ScreenAccess = 'public' | 'search' | 'catalogue' | 'anyone' | 'member' | Exclude<Role, 'user'>

/** The menus of the header and the footer, and the one of the dashboard. */
export type MenuName = 'main' | 'services' | 'company' | 'legal' | 'dashboard'

export interface Screen {
  /** Its address as the router has it; '' for the home page. */
  path: string
  /** Below `client/screens/`. */
  file: string
  access: ScreenAccess
  /** On the dashboard: its title, and the heading of what is for one role. */
  title?: string
  /** How it is called in a menu, and its place among the others there. */
  menu?: Partial<Record<MenuName, readonly [place: number, label: string]>>
  /** In the site map: by its address, or once for each category, book or seller. */
  siteMap?: 'itself' | 'categories' | 'books' | 'sellers'
  /** May be found by those who search the web. */
  isIndexed?: true
  /** An auth screen: how visitors get in, so it loads as little as a public page. */
  isAuth?: true
  /** What its page may cost, where that is not as usual. */
  limit?: PageLimit
}
/** Every screen of the shop. Those of the specification's section 2 first, then what has to exist beside them. */
const table = [
  { path: '', file: 'home/home.tsx', access: 'public', siteMap: 'itself', isIndexed: true },
  {
    path: 'products-categories',
    file: 'categories/categories.tsx',
    access: 'public',
    menu: { main: [1, 'Product categories'], services: [3, 'Browse by category'] },
    siteMap: 'itself',
    isIndexed: true,
  },
  {
    path: 'books/:category_name',
    file: 'category/category.tsx',
    access: 'catalogue',
    siteMap: 'categories',
    isIndexed: true,
  },
  {
    path: 'advertises',
    file: 'advertised-books/advertised-books.tsx',
    access: 'public',
    menu: { main: [2, 'Advertised items'], services: [4, 'See advertised items'] },
    siteMap: 'itself',
    isIndexed: true,
  },
  { path: 'advertise/:advertiseId/:slug?', file: 'book/book.tsx', access: 'public', siteMap: 'books', isIndexed: true },
  {
    path: 'all-products',
    file: 'catalogue/catalogue.tsx',
    access: 'catalogue',
    menu: { main: [3, 'All products'], services: [1, 'Buy a book'] },
    siteMap: 'itself',
    isIndexed: true,
  },
  { path: 'search', file: 'search/search.tsx', access: 'search', limit: SEARCH_PAGE_LIMIT },
  { path: 'sellers/:id', file: 'seller/seller.tsx', access: 'search', siteMap: 'sellers', isIndexed: true },
  {
    path: 'blogs',
    file: 'blogs/blogs.tsx',
    access: 'public',
    menu: { main: [4, 'Blogs'], company: [5, 'From the blog'] },
    siteMap: 'itself',
    isIndexed: true,
  },
  { path: 'login', file: 'login/login.tsx', access: 'anyone', isIndexed: true, isAuth: true },
  { path: 'register', file: 'register/register.tsx', access: 'anyone', isAuth: true },
  { path: 'dashboard', file: 'dashboard/choose.tsx', access: 'member', title: 'Dashboard' },
  {
    path: 'dashboard/add-product',
    file: 'add-book/add-book.tsx',
    access: 'seller',
    title: 'Add A Product',
    menu: { dashboard: [1, 'Add A product'], services: [2, 'Sell a book'] },
  },
  { path: 'dashboard/add-product/pile', file: 'add-book/pile/pile.tsx', access: 'seller', title: 'Scan a pile' },
  menuPage('my-products', 'my-books/my-books.tsx', 'seller', [2, 'My Products']),
  {
    path: 'dashboard/my-products/from-file',
    file: 'my-books/from-file/from-file.tsx',
    access: 'seller',
    title: 'Update listings from a spreadsheet',
  },
  { path: 'dashboard/bring-list', file: 'bring-list/bring-list.tsx', access: 'seller', title: 'Bring a list' },
  {
    path: 'dashboard/my-products/:bookId/edit',
    file: 'add-book/edit-book.tsx',
    access: 'seller',
    title: 'Edit A Product',
  },
  menuPage('my-buyers', 'my-buyers/my-buyers.tsx', 'seller', [3, 'My buyers']),
  menuPage('statement', 'statement/statement.tsx', 'seller', [4, 'Statement']),
  {
    path: 'dashboard/my-orders',
    file: 'my-orders/my-orders.tsx',
    access: 'buyer',
    title: 'My Orders',
    menu: { dashboard: [1, 'My Orders'] },
  },
  { path: 'dashboard/orders/:orderId', file: 'order/order.tsx', access: 'member', title: 'Order' },
  { path: 'dashboard/payment/:myOrderId', file: 'payment/payment.tsx', access: 'member', title: 'Payment' },
  menuPage('all-sellers', 'accounts/all-sellers.tsx', 'admin', [1, 'All sellers']),
  menuPage('all-buyers', 'accounts/all-buyers.tsx', 'admin', [2, 'All buyers']),
  menuPage('reported-items', 'reported-items/reported-items.tsx', 'admin', [3, 'Reported Items']),
  { path: 'dashboard/reported-items/:caseId', file: 'reported-items/case.tsx', access: 'admin', title: 'Report' },
  menuPage('orders', 'orders/orders.tsx', 'admin', [4, 'Orders']),
  menuPage('people', 'accounts/people.tsx', 'admin', [4, 'People']),
  menuPage('payouts', 'payouts/payouts.tsx', 'admin', [4, 'Payouts']),
  menuPage('figures', 'figures/figures.tsx', 'admin', [4, 'Figures']),
  { path: 'dashboard/people/:accountId', file: 'accounts/person.tsx', access: 'admin', title: 'Person' },
  menuPage('same-books', 'same-books/same-books.tsx', 'admin', [6, 'Same books']),
  menuPage('audit-log', 'accounts/audit-log.tsx', 'admin', [5, 'Audit log']),
  menuPage('favourites', 'favourites/favourites.tsx', 'member', [7, 'Favourites']),
  menuPage('saved-searches', 'saved-searches/saved-searches.tsx', 'member', [7, 'Saved searches']),
  {
    path: 'dashboard/saved-searches/new',
    file: 'saved-searches/new-search.tsx',
    access: 'member',
    title: 'Save this search',
  },
  menuPage('messages', 'messages/messages.tsx', 'member', [8, 'Messages']),
  {
    path: 'dashboard/messages/:conversationId',
    file: 'conversation/conversation.tsx',
    access: 'member',
    title: 'Messages',
  },
  menuPage('categories', 'edit-categories/edit-categories.tsx', 'admin', [6, 'Categories']),
  menuPage('problems', 'problems/problems.tsx', 'admin', [7, 'Problems']),
  menuPage('settings', 'settings/settings.tsx', 'admin', [8, 'Settings']),
  menuPage('mails', 'mails/mails.tsx', 'admin', [8, 'Emails']),
  menuPage('doctor', 'health-check/health-check.tsx', 'admin', [8, 'Health check']),
  menuPage('backups', 'backups/backups.tsx', 'admin', [8, 'Backups']),
  { path: 'dashboard/set-up', file: 'first-hour/first-hour.tsx', access: 'admin', title: 'Set up your club' },
  { path: 'dashboard/settings/pages', file: 'settings/pages/content-pages.tsx', access: 'admin', title: 'Pages' },
  {
    path: 'dashboard/settings/pages/:pageName',
    file: 'settings/pages/edit-page.tsx',
    access: 'admin',
    title: 'Edit page',
  },
  {
    path: 'dashboard/account',
    file: 'account/account.tsx',
    access: 'member',
    title: 'Account',
    menu: { dashboard: [9, 'Account'] },
  },
  { path: 'dashboard/change-email', file: 'change-email/change-email.tsx', access: 'member', title: 'Change email' },
  { path: 'report/:kind/:id', file: 'report/report.tsx', access: 'anyone' },
  { path: 'buy/:bookId', file: 'buy-book/buy-book.tsx', access: 'anyone' },
  { path: 'verify-email', file: 'verify-email/verify-email.tsx', access: 'anyone', isAuth: true },
  { path: 'answer/:token', file: 'answer/answer.tsx', access: 'anyone' },
  { path: 'stop-emails/:token', file: 'stop-emails/stop-emails.tsx', access: 'anyone' },
  { path: 'sign-in-link', file: 'sign-in-link/sign-in-link.tsx', access: 'anyone', isAuth: true },
  { path: 'first-admin', file: 'first-admin/first-admin.tsx', access: 'anyone' },
  { path: 'reset-password', file: 'reset-password/reset-password.tsx', access: 'anyone', isAuth: true },
  { path: 'signed-in-popup', file: 'signed-in-popup/signed-in-popup.tsx', access: 'anyone' },
  { path: 'outbox', file: 'outbox/outbox.tsx', access: 'anyone' },
  contentPage('about', { company: [1, 'About the club'] }),
  contentPage('how-buying-works', { company: [2, 'How buying works'] }),
  contentPage('how-selling-works', { company: [3, 'How selling works'] }),
  contentPage('contact', { company: [4, 'Contact'] }),
  contentPage('terms', { legal: [1, 'Terms of use'] }),
  contentPage('privacy', { legal: [2, 'Privacy'] }),
  contentPage('imprint', { legal: [3, 'Imprint'] }),
  { path: '*', file: 'not-found/not-found.tsx', access: 'anyone' },
] as const satisfies readonly Screen[]

export const screens: readonly Screen[] = table

/** The address of a screen with its parameters' names: '/sellers/:id'. */
export type ScreenPath = `/${(typeof table)[number]['path']}`

/** A page of the dashboard that is called the same in its menu. */
function menuPage<const Path extends string, const File extends string, const Who extends ScreenAccess>(
  path: Path,
  file: File,
  access: Who,
  inMenu: readonly [place: number, title: string],
) {
  return { path: `dashboard/${path}`, file, access, title: inMenu[1], menu: { dashboard: inMenu } } as const
}

function contentPage<const Path extends string>(path: Path, menu: Screen['menu'] & object) {
  return {
    path,
    file: 'content-page/content-page.tsx',
    access: 'public',
    menu,
    siteMap: 'itself',
    isIndexed: true,
  } as const
}

/** Content pages, each at the address of its name, made of a Markdown file of that name. */
export type ContentPageName = Extract<(typeof table)[number], { file: 'content-page/content-page.tsx' }>['path']
export const contentPageNames: readonly ContentPageName[] = table.flatMap((screen) =>
  screen.file === 'content-page/content-page.tsx' ? [screen.path] : [],
)

/** The route's name in the browser's table of routes. */
export const routeId = ({ path }: Screen): string => path || 'home'

type Configuration = Pick<Site, 'catalogue'>

/** Whether nothing on a screen depends on who reads it. */
export const isPublic = ({ access }: Screen, site: Configuration): boolean =>
  access === 'public' ||
  (access === 'search' && isSearchOpen(site)) ||
  (access === 'catalogue' && isCatalogueOpen(site))

/** Whether those who search the web may show it. */
export const mayBeFound = (screen: Screen, site: Configuration): boolean =>
  screen.isIndexed === true && (screen.access === 'anyone' || isPublic(screen, site))

export interface MenuEntry {
  to: string
  label: string
}

/** What stands in a menu, in its order; of `those` screens only. */
export function menuEntries(menu: MenuName, those: readonly Screen[] = screens): MenuEntry[] {
  return those
    .flatMap(({ path, menu: menus }) => {
      const [place, label] = menus?.[menu] ?? []
      return place !== undefined && label !== undefined ? [{ to: `/${path}`, label, place }] : []
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ to, label }) => ({ to, label }))
}
