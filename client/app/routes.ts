import { index, route, type RouteConfig } from '@react-router/dev/routes'

// Its address is its name, too: the browser is sent the whole table, where each name stands three times.
const screen = (path: string, file: string) => route(path, `../screens/${file}`, { id: path })

/** Every address of the shop. Those of the specification's section 2 first, then what has to exist beside them. */
export default [
  index('../screens/home/home.tsx', { id: 'home' }),
  screen('products-categories', 'categories/categories.tsx'),
  screen('books/:category_name', 'category/category.tsx'),
  screen('advertises', 'advertised-books/advertised-books.tsx'),
  screen('advertise/:advertiseId', 'book/book.tsx'),
  screen('all-products', 'catalogue/catalogue.tsx'),
  screen('blogs', 'blogs/blogs.tsx'),
  screen('login', 'login/login.tsx'),
  screen('register', 'register/register.tsx'),
  route('dashboard', '../screens/dashboard/dashboard.tsx', { id: 'dashboard' }, [
    index('../screens/dashboard/choose.tsx', { id: 'choose' }),
    screen('add-product', 'add-book/add-book.tsx'),
    screen('my-products', 'my-books/my-books.tsx'),
    screen('my-buyers', 'my-buyers/my-buyers.tsx'),
    screen('my-orders', 'my-orders/my-orders.tsx'),
    screen('payment/:myOrderId', 'payment/payment.tsx'),
    screen('all-sellers', 'accounts/all-sellers.tsx'),
    screen('all-buyers', 'accounts/all-buyers.tsx'),
    screen('reported-items', 'reported-items/reported-items.tsx'),
    screen('account', 'account/account.tsx'),
  ]),

  screen('buy/:bookId', 'buy-book/buy-book.tsx'),
  screen('verify-email', 'verify-email/verify-email.tsx'),
  screen('reset-password', 'reset-password/reset-password.tsx'),
  screen('signed-in-popup', 'signed-in-popup/signed-in-popup.tsx'),
  screen('outbox', 'outbox/outbox.tsx'),
  ...['about', 'how-buying-works', 'how-selling-works', 'contact', 'terms', 'privacy', 'imprint'].map((page) =>
    route(page, '../screens/content-page/content-page.tsx', { id: page }),
  ),
  screen('*', 'not-found/not-found.tsx'),
] satisfies RouteConfig
