import { index, route, type RouteConfig } from '@react-router/dev/routes'

// Its address is its name, too: the browser is sent the whole table, where each name stands three times.
const screen = (path: string, file: string) => route(path, `screens/${file}`, { id: path })

/** Every address of the shop. Those of the specification's section 2 first, then what has to exist beside them. */
export default [
  index('screens/home/home.tsx'),
  screen('products-categories', 'products-categories/products-categories.tsx'),
  screen('books/:category_name', 'books-of-category/books-of-category.tsx'),
  screen('advertises', 'advertises/advertises.tsx'),
  screen('advertise/:advertiseId', 'advertise/advertise.tsx'),
  screen('all-products', 'all-products/all-products.tsx'),
  screen('blogs', 'blogs/blogs.tsx'),
  screen('login', 'login/login.tsx'),
  screen('register', 'register/register.tsx'),
  route('dashboard', 'screens/dashboard/dashboard.tsx', [
    index('screens/dashboard/choose.tsx'),
    screen('add-product', 'add-product/add-product.tsx'),
    screen('my-products', 'my-products/my-products.tsx'),
    screen('my-buyers', 'my-buyers/my-buyers.tsx'),
    screen('my-orders', 'my-orders/my-orders.tsx'),
    screen('payment/:myOrderId', 'payment/payment.tsx'),
    screen('all-sellers', 'all-sellers/all-sellers.tsx'),
    screen('all-buyers', 'all-buyers/all-buyers.tsx'),
    screen('reported-items', 'reported-items/reported-items.tsx'),
    screen('account', 'account/account.tsx'),
  ]),

  screen('buy/:bookId', 'buy-now/buy-now.tsx'),
  screen('verify-email', 'verify-email/verify-email.tsx'),
  screen('reset-password', 'reset-password/reset-password.tsx'),
  screen('signed-in-popup', 'signed-in-popup/signed-in-popup.tsx'),
  screen('outbox', 'outbox/outbox.tsx'),
  ...['about', 'how-buying-works', 'how-selling-works', 'contact', 'terms', 'privacy', 'imprint'].map((page) =>
    route(page, 'screens/written-page/written-page.tsx', { id: page }),
  ),
  screen('*', 'not-found/not-found.tsx'),
] satisfies RouteConfig
