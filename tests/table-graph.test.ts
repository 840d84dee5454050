import { describe, expect, test } from 'vitest'
import { allTableUses, JOINED_BELOW, tableUsesOf, tableViolation } from './kit/imports/tables.ts'

const uses = await allTableUses()
const planted = (file: string, statement: string) =>
  tableUsesOf(file, `sql\`${statement}\``).flatMap((use) => tableViolation(use) ?? [])

describe('who reads and writes which table', () => {
  test('no statement writes another room’s table, or reads one from above', () => {
    expect(uses.length).toBeGreaterThan(300)
    expect(uses.flatMap((use) => tableViolation(use) ?? [])).toEqual([])
  })

  test('what the nouns join below them is in use: the list can only shrink', () => {
    const joined = new Set(uses.map(({ file, table }) => `${file.split('/')[1]} ${table}`))
    const listed = Object.entries(JOINED_BELOW).flatMap(([room, tables]) => tables.map((table) => `${room} ${table}`))
    expect(listed.filter((pair) => !joined.has(pair))).toEqual([])
  })

  test.each([
    ['server/accounts/sides.sql.ts', 'SELECT 1 FROM orders WHERE buyer_id = $1'],
    ['server/accounts/accounts.sql.ts', 'SELECT FROM accounts a\n    LEFT JOIN books b ON b.seller_id = a.id'],
    ['server/images/images.sql.ts', 'SELECT unnest(images) FROM problem_entries'],
    ['server/database/catalogue-watch.ts', 'SELECT count(*) FROM settings'],
    ['server/books/books.sql.ts', 'UPDATE books SET price = 1 FROM accounts a, orders o WHERE o.book_id = books.id'],
    ['server/orders/order-changes.sql.ts', 'WITH it AS (UPDATE books SET state = 1) SELECT 1'],
    ['server/messages/messages.sql.ts', 'INSERT INTO audit_log (kind) VALUES (1)'],
    ['server/views/people.sql.ts', 'DELETE FROM favourites'],
    ['server/demo/demo.sql.ts', 'DELETE FROM ONLY orders'],
    ['server/jobs/jobs.sql.ts', 'SELECT FROM orders'],
    ['server/images/images.schema.sql', 'DELETE FROM books WHERE id = OLD.id'],
    ['server/accounts/accounts.sql.ts', 'orders o JOIN accounts a ON a.id = o.buyer_id'],
    ['server/orders/orders.sql.ts', 'SELECT FROM orders o JOIN search.books b USING (book_id)'],
  ])('%s: %j is caught', (file, statement) => {
    expect(planted(file, statement)).toHaveLength(1)
  })

  test.each([
    ['server/views/people.sql.ts', 'SELECT FROM accounts a, orders o, books b'],
    ['server/orders/orders.sql.ts', 'SELECT FROM orders o JOIN accounts a ON a.id = o.buyer_id FOR UPDATE OF o'],
    ['server/orders/orders.sql.ts', 'INSERT INTO orders (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET state = 1'],
    ['server/accounts/accounts.sql.ts', 'WITH found AS (SELECT 1) SELECT extract(epoch FROM created_at) FROM found'],
    ['server/accounts/a.ts', '/** Nothing from orders or into books; an update of categories. */'],
  ])('%s: %j is not', (file, statement) => {
    expect(planted(file, statement)).toEqual([])
  })
})
