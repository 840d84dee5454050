import { describe, expect, test } from 'vitest'
import { allImports, importsOf } from './kit/imports/read-imports.ts'
import { violation } from './kit/imports/table.ts'

describe('who imports whom', () => {
  test('every import is in the table', async () => {
    const imports = await allImports()
    // Guards against a parser that finds no imports, and so no violations.
    expect(imports.length).toBeGreaterThan(300)
    expect(imports.flatMap(({ from, specifier }) => violation(from, specifier) ?? [])).toEqual([])
  })

  test.each([
    ['client/screens/home/home.tsx', '#server/books/books.sql.ts'],
    ['client/ui/money.tsx', 'pg'],
    ['client/ui/money.tsx', '#client/screens/home/home.tsx'],
    ['client/screens/home/home.tsx', '#client/screens/login/login.tsx'],
    ['client/session/session.ts', '#client/screens/login/login.tsx'],
    ['contract/books/books.ts', 'zod'],
    ['cover/draw-cover.ts', 'react'],
    ['cover/draw-cover.ts', 'node:crypto'],
    ['cover/draw-cover.ts', '#contract/books.ts'],
    ['server/orders/orders.rules.ts', '#server/http/guards.ts'],
    ['server/orders/orders.sql.ts', './buy-book.ts'],
    ['server/orders/buy-book.ts', '#server/providers/stripe/stripe-payments.ts'],
    ['server/orders/buy-book.ts', 'fastify'],
    ['server/orders/buy-book.ts', 'kysely'],
    ['server/orders/orders.routes.ts', './payments.routes.ts'],
    ['server/books/books.routes.ts', '#server/accounts/accounts.routes.ts'],
    ['server/books/add-book.ts', 'sharp'],
    ['server/orders/buy-book.ts', './payments.routes.ts'],
    ['server/accounts/sign-up.ts', '#server/books/list-books.ts'],
    ['server/accounts/accounts.sql.ts', '#server/books/books.public.ts'],
    ['server/images/upload-image.ts', '#server/categories/categories.public.ts'],
    ['server/books/list-books.ts', '#server/orders/orders.public.ts'],
    ['server/orders/list-orders.ts', '#server/views/list-people.ts'],
    ['server/views/people.sql.ts', '#server/orders/orders.sql.ts'],
    ['server/jobs/each-minute.ts', '#server/views/people.sql.ts'],
    ['server/orders/release-claim.ts', '#server/account-closure/close-account.ts'],
    ['server/orders/buy-book.ts', '#server/books/books.sql.ts'],
    ['server/orders/orders.sql.ts', '#server/books/books.sql.ts'],
    ['server/orders/orders.rules.ts', '#server/accounts/accounts.public.ts'],
    ['server/orders/buy-book.ts', '#server/accounts/accounts.rules.ts'],
    ['server/account-closure/close-account.ts', '#server/jobs/send-mail.ts'],
    ['server/mail/define-mail.ts', '#server/orders/mails/order-mails.ts'],
    ['server/jobs/each-minute.ts', '#server/orders/payments.sql.ts'],
    ['server/demo/list-demo-books.ts', '#server/orders/orders.sql.ts'],
    ['server/sharing/site-map.ts', '#server/books/books.sql.ts'],
    ['server/backup/take-backup.ts', '#server/images/images.sql.ts'],
    ['server/http/guards.ts', '#server/accounts/require-account.ts'],
    ['server/services.ts', './accounts/require-account.ts'],
    ['server/catalogue-reads.ts', './books/books.sql.ts'],
    ['tools/admin.ts', '#server/accounts/accounts.sql.ts'],
    ['bench/stock.ts', '#server/books/books.sql.ts'],
    ['server/orders/buy-book.ts', '../books/books.sql.ts'],
    ['server/providers/stripe/stripe-payments.ts', '#server/orders/orders.sql.ts'],
    ['server/providers/stripe/stripe-payments.ts', '#server/providers/mail/smtp-mail.ts'],
    ['server/providers/stripe/stripe-payments.ts', 'pg'],
    ['server/providers/carrier/pigeon.ts', '#server/ports/mail.ts'],
    ['server/shelves/shelve.ts', '#contract/books.ts'],
    ['server/config.ts', './open-shop.ts'],
    ['tools/run.mjs', 'zod'],
    ['server/books/add-book.ts', '#tests/kit/accounts-and-books.ts'],
    ['tools/import.ts', '#server/start.ts'],
    ['tools/import.ts', '#server/providers/stripe/stripe-payments.ts'],
    ['somewhere/else.ts', './else.ts'],
  ])('%s importing %s is caught', (from, specifier) => {
    expect(violation(from, specifier)).not.toBeNull()
  })

  test.each([
    "import { a } from '#server/x.ts'",
    "import '#server/x.ts'",
    "const a = await import('#server/x.ts')",
    "export { a } from '#server/x.ts'",
    "import {\n  a,\n  b,\n} from '#server/x.ts'",
  ])('%j is read as an import', (source) => {
    expect(importsOf('server/y.ts', source).map(({ specifier }) => specifier)).toEqual(['#server/x.ts'])
  })
})
