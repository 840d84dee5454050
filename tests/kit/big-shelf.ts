import type { Member } from './members.ts'
import { onDatabaseOf } from './shop-database.ts'
import type { ShopProcess } from './shop-process.ts'

/** Gives a seller many books at once, behind the shop's back: "Volume 1" is the oldest and costs $1.01. */
export function aBigShelf(shop: ShopProcess, { email }: Pick<Member, 'email'>, count = 300): Promise<void> {
  return onDatabaseOf(
    shop,
    `INSERT INTO books (seller_id, title, author, description, location, original_price, resale_price, currency,
       year_of_purchase, mobile_number, created_at)
     SELECT id, 'Volume ' || n, CASE WHEN n % 100 = 0 THEN 'Émile Rarely' ELSE 'Ada Winter' END, 'One of many.',
       'Harbour square', 5000, 100 + n, 'USD', 2019, '+49 30 123456', now() - interval '1 day' + n * interval '1 second'
     FROM accounts, generate_series(1, ${count}) n WHERE email = '${email}'`,
  )
}
