import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** The handle that every query takes as its first argument: the pool, or the transaction one is in. */
export type Db = Kysely<Database>

/**
 * The transaction one is in; the pool is none. Taken by what locks rows, which a statement by itself would let go at once,
 * and by what is right only together with other writes.
 */
export type Tx = Transaction<Database>

/** The tables as migration 0001 makes them, in the types that the driver gives back. */
export interface Database {
  accounts: AccountsTable
  closed_addresses: ClosedAddressesTable
  categories: CategoriesTable
  books: BooksTable
  orders: OrdersTable
  payments: PaymentsTable
  payment_events: PaymentEventsTable
  images: ImagesTable
}

interface AccountsTable {
  id: Generated<string>
  identity_id: string
  email: string
  email_verified: Generated<boolean>
  name: Generated<string>
  photo_url: string | null
  role: Generated<'user' | 'buyer' | 'seller' | 'admin'>
  version: Generated<number>
  created_at: Timestamp
  closed_at: Date | null
}

interface ClosedAddressesTable {
  address_hash: string
  closed_at: Timestamp
}

interface CategoriesTable {
  id: Generated<string>
  slug: string
  image_url: string
  description: string
  position: number
}

interface BooksTable {
  id: Generated<string>
  seller_id: string
  title: string
  author: string
  description: Generated<string>
  location: Generated<string>
  category: string | null
  condition: 'excellent' | 'good' | 'fair' | null
  original_price: number
  resale_price: number
  currency: string
  year_of_purchase: number
  mobile_number: Generated<string>
  images: Generated<string[]>
  state: Generated<'unsold' | 'claimed' | 'sold'>
  is_advertised: Generated<boolean>
  advertised_at: Date | null
  created_at: Timestamp
  removed_at: Date | null
  source_key: string | null
}

interface OrdersTable {
  id: Generated<string>
  book_id: string
  buyer_id: string
  seller_id: string
  state: Generated<'claimed' | 'paid' | 'cancelled' | 'expired' | 'refunded'>
  book_snapshot: Json
  buyer_name: string | null
  buyer_email: string | null
  phone: string | null
  meeting_location: string | null
  seller_name: string | null
  seller_email: string | null
  seller_phone: string | null
  amount: number
  currency: string
  intent_id: string | null
  created_at: Timestamp
  pay_by: Date
  confirmed_at: Date | null
  state_since: Timestamp
  sweep_turn: Generated<number>
}

interface PaymentsTable {
  id: Generated<string>
  order_id: string
  intent_id: string
  amount: number
  currency: string
  recorded_at: Timestamp
  refund_reason: string | null
  refund_id: string | null
  refunded_at: Date | null
  sweep_turn: Generated<number>
}

interface PaymentEventsTable {
  id: string
  type: string
  received_at: Timestamp
}

interface ImagesTable {
  url: string
  owner_id: string
  uploaded_at: Timestamp
  /** When something was last about to show it. */
  reserved_at: Date | null
  is_leaving: Generated<boolean>
}

/** Set by the database unless given. As text too: keyset cursors carry a time at full precision. */
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

/** Read parsed and unchecked; written as JSON text. */
type Json = ColumnType<unknown, string, string>
