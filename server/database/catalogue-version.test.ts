import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { API_BASE, type Call } from '#contract/call.ts'
import { noFilters } from '#contract/search/search-request.ts'
import { bookPicture, SITE_PICTURE } from '#contract/sharing.ts'
import { getBook } from '#server/books/list-books.ts'
import { buildServer } from '#server/build-server.ts'
import { catalogueReads } from '#server/catalogue-reads.ts'
import { readConfig } from '#server/config.ts'
import { declaredCalls } from '#server/http/declared-calls.ts'
import { shopMetrics } from '#server/metrics/shop-metrics.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import type { Db } from './schema.ts'

/** Columns that public reads may read; their changes raise the version. */
const PUBLIC: Record<string, string[]> = {
  books:
    'id seller_id title author description location category condition original_price resale_price currency year_of_purchase mobile_number images state is_advertised is_paused was_price advertised_at created_at removed_at isbn publisher year_published language binding taken_down_at paused_at changed_at'.split(
      ' ',
    ),
  categories: 'id slug image_url description position'.split(' '),
  accounts: 'id name email email_verified closed_at photo_url created_at'.split(' '),
  settings: 'name revision value'.split(' '),
  seller_answers: 'seller_id within'.split(' '),
  hidden_wanted: ['key'],
}
/** The other columns of these tables, which no public read may read. */
const KEPT_BACK: Record<string, string[]> = {
  // Every change of a book raises the version.
  books: ['source_key', 'import_id', 'revision', 'was_until', 'taken_down_for', 'take_down_note'],
  categories: ['moving_to'],
  settings: ['at'],
  seller_answers: [],
  hidden_wanted: [],
  // A suspension reaches the catalogue through its books.
  accounts:
    'identity_id role version listings_paused mails_off suspended_at suspended_until suspended_for suspension_note mail_refused_at mail_refused_words time_zone'.split(
      ' ',
    ),
}
/** Tables derived from public ones: they change with these, or change nothing that is read from them. */
const DERIVED =
  'category_counts category_count_changes category_former_slugs seller_sales seller_sale_changes site_map_parts wanted'.split(
    ' ',
  )
/** Tables that no public read reads. */
const NOT_PUBLIC =
  'account_counts answers_due audit_log bank_details blocks book_prices brought_lists catalogue_changes catalogue_version cdn_purges closed_addresses conversation_sides conversations counted_mails demo disputes edition_lookups email_changes exports favourites first_admin_link forgotten_changes fresh_books identity_providers image_tries images imports ledger_entries messages newest_release order_events order_numbering order_problems orders other_identities owed_orders payment_events payments payouts picture_moves picture_places pictures_disk problem_entries problem_readings program_versions recipients refunds report_cases reports schema_migrations shop_keys shop_mark transfer_reversals transfers waiting_questions want_matches wants work_decisions'.split(
    ' ',
  )

const server = await startTestServer({ connections: 12, env: { CATALOGUE: 'open' } })
const { services, database } = server
const { db } = database

const seller = await anAccount(services, 'seller')
const book = await aBook(services, seller, { category: 'novel-book' })
await sql`INSERT INTO imports (seller_id, file_name, begun_at) VALUES (${seller.id}, 'books.csv', now())`.execute(db)
await sql`INSERT INTO category_former_slugs SELECT 'novels', id FROM categories WHERE slug = 'novel-book'`.execute(db)

/** A program from before 0105-catalogue-changes.sql listens, which goes by the version. */
const olderProgram = new Client({ connectionString: database.url, application_name: 'dogear listener' })
await olderProgram.connect()
afterAll(() => olderProgram.end())

/** Whether work notes a change for the programs of today. */
async function isNotedBy(work: () => Promise<unknown>): Promise<boolean> {
  const before = await database.catalogue.present()
  await work()
  return (await database.catalogue.present()) !== before
}

async function version(): Promise<number> {
  const { rows } = await sql<{ version: string }>`SELECT version FROM catalogue_version`.execute(db)
  return Number(rows[0]!.version)
}

/** Increase of the version by a piece of work. */
async function raisedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await version()
  await work()
  return (await version()) - before
}

const same = (columns: string, value: (column: string) => string) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, value(column)]))
const run = (statement: string, handle: Db = db) => sql.raw(statement).execute(handle)

describe('what public reads read', () => {
  test('every table and every column is sorted', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'tables'`.execute(db)
    const tables = new Set(rows.map(({ table }) => table))
    expect([...tables].toSorted()).toEqual([...Object.keys(PUBLIC), ...DERIVED, ...NOT_PUBLIC].toSorted())
    for (const table of Object.keys(PUBLIC)) {
      const columns = rows.filter((row) => row.table === table).map(({ column }) => column)
      expect([table, ...columns.toSorted()]).toEqual([table, ...[...PUBLIC[table]!, ...KEPT_BACK[table]!].toSorted()])
    }
    const schemas = await sql<{ name: string }>`
      SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)'`.execute(db)
    // Schemas of providers and of the job runner, which no public read reads.
    expect(schemas.rows.map(({ name }) => name).toSorted()).toEqual([
      'card_simulator',
      'graphile_worker',
      'identity',
      'public',
      // Derived from books and accounts; results are read from these.
      'search',
    ])
  })

  test('is readable for who may read these columns alone: each call that is open to anyone, and what links show', async () => {
    await asReader(async (tx) => {
      const config = readConfig({ DATA_DIR: server.dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
      const app = await buildServer(
        { ...services, db: tx },
        { config, metrics: shopMetrics(), readOutbox: async () => [] },
      )
      const values: Record<string, string> = { id: book, category_name: 'novel-book' }
      const addressOf = ({ path: pattern }: Call) =>
        API_BASE +
        pattern
          .replace('/sellers/:id', `/sellers/${seller.id}`)
          .replaceAll(/:(\w+)/g, (_, name: string) => values[name]!)
      const open = Object.values(await declaredCalls('USD'))
        .filter((call) => call.method === 'GET' && call.access === 'anyone')
        .map(addressOf)
      expect(open.length).toBeGreaterThan(8)
      const lists = ['/all-books', '/books/novel-book'].flatMap((list) =>
        ['available=all', 'sort=price', 'sort=-price&limit=1', 'limit=1'].map((query) => `/api${list}?${query}`),
      )
      const addresses = [...open, ...lists, '/api/all-books/count?category_name=novel-book', '/sitemap.xml']
      const answers: [string, number][] = []
      for (const url of [...addresses, '/robots.txt', '/manifest.webmanifest', SITE_PICTURE, bookPicture(book)])
        answers.push([url, (await app.inject(url)).statusCode])
      expect(answers.filter(([, status]) => status !== 200)).toEqual([])
      await app.close()
    })
  })

  test('and so is all that rendered screens are given', async () => {
    await asReader(async (tx) => {
      const given: Record<string, unknown[]> = {
        listCategories: [],
        listBooks: [{ available: 'unsold', limit: 5, category: 'novel-book' }],
        countBooks: [{ category: 'novel-book' }],
        listAdvertisedBooks: [],
        findBook: [book],
        describeBook: [{ ...(await getBook({ ...services, db: tx }, book)), state: 'sold' }],
        findRelatedBooks: [
          {
            id: book,
            title: 'A',
            author: 'B',
            isbn: null,
            language: null,
            category: 'novel-book',
            seller,
            postedAt: '2026-01-01',
          },
        ],
        listWanted: [],
        findSeller: [seller.id],
        findLaterCategory: ['novels'],
        searchBooks: [{ ...noFilters, q: 'lighthouse', exact: false, limit: 5, sort: 'relevance' }],
        summarizeSearch: [{ ...noFilters, q: 'lighthouse', exact: false, condition: ['good'] }],
        findLocations: [{ ...noFilters, q: 'lighthouse', exact: false, find: 'a' }],
      }
      const reads: Record<string, (...values: never[]) => Promise<unknown>> = {
        ...catalogueReads({ db: tx, shop: services.shop, clock: services.clock }, database.breaker),
      }
      expect(Object.keys(reads).toSorted()).toEqual(Object.keys(given).toSorted())
      for (const [name, read] of Object.entries(reads)) expect(await read(...(given[name] as never[]))).toBeTruthy()
    })
  })

  test('these tests have no rights on columns that aren’t public', async () => {
    await expect(asReader((tx) => run('SELECT role FROM accounts', tx))).rejects.toThrow('permission denied')
    await expect(asReader((tx) => run('SELECT id FROM orders', tx))).rejects.toThrow('permission denied')
  })

  /** Runs work as a role that may only read the public columns. */
  async function asReader(work: (tx: Db) => Promise<unknown>): Promise<void> {
    const rights = [
      'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM CURRENT_USER',
      ...Object.entries(PUBLIC).map(
        ([table, columns]) => `GRANT SELECT (${columns.join(', ')}) ON ${table} TO CURRENT_USER`,
      ),
      ...DERIVED.map((table) => `GRANT SELECT ON ${table} TO CURRENT_USER`),
    ]
    const takenBack = new Error('The rights come back.')
    const transaction = db.transaction().execute(async (tx) => {
      await run(rights.join(';'), tx)
      await work(tx)
      throw takenBack
    })
    await transaction.catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  }
})

describe('the catalogue version', () => {
  const TAKEN_DOWN = 'is_paused = true'
  const KEYS: Record<string, string> = { settings: 'name', seller_answers: 'seller_id', hidden_wanted: 'key' }
  /** A new value for each public column, in a row of its own. */
  const changes: Record<string, Record<string, string>> = {
    books: {
      ...same('title author description location mobile_number', (column) => `${column} || '!'`),
      ...same('original_price resale_price year_of_purchase', (column) => `${column} + 1`),
      ...same('advertised_at removed_at changed_at', () => 'now()'),
      ...same('isbn publisher language binding', () => "'x'"),
      year_published: '2001',
      id: 'gen_random_uuid()',
      seller_id: "(SELECT id FROM accounts WHERE name = 'Somebody else')",
      category: "'cook-book'",
      condition: "'fair'",
      currency: "'EUR'",
      images: "ARRAY['/x']",
      state: "'sold'",
      is_advertised: 'true',
      is_paused: 'true',
      created_at: "created_at - interval '1 day'",
      source_key: "'a'",
      import_id: '(SELECT id FROM imports LIMIT 1)',
      revision: 'revision + 1',
      was_price: '9900, was_until = now()',
      was_until: 'now(), was_price = 9900',
      paused_at: 'now(), is_paused = true',
      taken_down_at: `now(), ${TAKEN_DOWN}, taken_down_for = 'rules', take_down_note = ''`,
      taken_down_for: `'rules', ${TAKEN_DOWN}, taken_down_at = now(), take_down_note = ''`,
      take_down_note: `'', ${TAKEN_DOWN}, taken_down_at = now(), taken_down_for = 'rules'`,
    },
    categories: {
      ...same('slug image_url description', (column) => `${column} || '!'`),
      id: 'gen_random_uuid()',
      position: 'position + 1',
    },
    accounts: {
      ...same('name email', (column) => `${column} || '!'`),
      id: 'gen_random_uuid()',
      email_verified: 'NOT email_verified',
      closed_at: 'now()',
      photo_url: "'/x'",
      created_at: "created_at - interval '1 day'",
    },
    settings: { name: "name || '!'", revision: 'revision + 1', value: "'{}'" },
    seller_answers: { seller_id: "(SELECT id FROM accounts WHERE name = 'Nobody yet' LIMIT 1)", within: "'day'" },
    hidden_wanted: { key: "key || '!'" },
  }
  const silent = {
    identity_id: "identity_id || '!'",
    role: "'user'",
    version: 'version + 1',
    listings_paused: 'NOT listings_paused',
    mail_refused_at: 'now()',
    mail_refused_words: "'550'",
    time_zone: "'Asia/Kolkata'",
    suspended_at: "now(), suspended_for = 'rules', suspension_note = ''",
    suspended_until: 'now()',
    suspended_for: "'fraud'",
    suspension_note: "'!'",
    mails_off: "'{orders}'",
  }

  /** A row that only the statement under test touches. */
  async function rowOf(table: string): Promise<string> {
    if (table === 'books') return aBook(services, seller)
    if (table === 'seller_answers') {
      await anAccount(services, 'seller', { name: 'Nobody yet' })
      const { id } = await anAccount(services, 'seller')
      return run(`INSERT INTO seller_answers VALUES ('${id}', 'hour')`).then(() => id)
    }
    if (table === 'accounts') return (await anAccount(services, 'buyer')).id
    const name = crypto.randomUUID()
    if (table === 'settings') return run(`INSERT INTO settings VALUES ('${name}', 1, '1', now())`).then(() => name)
    if (table === 'hidden_wanted') return run(`INSERT INTO hidden_wanted VALUES ('${name}')`).then(() => name)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO categories (slug, image_url, description, position) VALUES (${name}, '', '', 9)
      RETURNING id`.execute(db)
    return rows[0]!.id
  }

  test.each(Object.keys(changes))('rises with a change of each public column of %s', async (table) => {
    if (table === 'books') await anAccount(services, 'seller', { name: 'Somebody else' })
    const names = Object.keys(changes[table]!)
    expect(names).toEqual(expect.arrayContaining(PUBLIC[table]!))
    const raised: [string, number, boolean][] = []
    for (const [column, value] of Object.entries(changes[table]!)) {
      const id = await rowOf(table)
      const change = `UPDATE ${table} SET ${column} = ${value} WHERE ${KEYS[table] ?? 'id'} = '${id}'`
      let increase = 0
      const isNoted = await isNotedBy(async () => (increase = await raisedBy(() => run(change))))
      raised.push([column, increase, isNoted])
    }
    expect(raised).toEqual(names.map((column) => [column, 1, true]))
  })

  test('stays where nothing changes, or nothing that is public', async () => {
    const before = await database.catalogue.present()
    const { id } = await anAccount(services, 'seller')
    for (const [column, value] of Object.entries(silent))
      expect([
        column,
        await raisedBy(() => run(`UPDATE accounts SET ${column} = ${value} WHERE id = '${id}'`)),
      ]).toEqual([column, 0])
    expect(Object.keys(silent).toSorted()).toEqual(KEPT_BACK.accounts!.toSorted())
    for (const table of Object.keys(PUBLIC).filter((name) => !KEYS[name]))
      expect([table, await raisedBy(() => run(`UPDATE ${table} SET id = id`))]).toEqual([table, 0])
    expect(await raisedBy(() => anAccount(services, 'buyer'))).toBe(0)
    const sweep =
      "UPDATE orders SET sweep_turn = sweep_turn + 1; INSERT INTO payment_events (id, type) VALUES ('e', 't')"
    expect(await raisedBy(() => run(sweep))).toBe(0)
    expect(await database.catalogue.present()).toBe(before)
  })
})

describe('every statement of ours that writes', () => {
  const WRITES = /\b(?:(INSERT) INTO|(UPDATE)|(DELETE) FROM|(TRUNCATE))\s+(?:ONLY\s+)?([a-z_]\w*(?:\.\w+)?)\b/g
  /** Invisible to readers: an account comes before its first book and goes after its last. */
  const UNSEEN = new Set(['INSERT accounts', 'DELETE accounts'])

  test('writes a table that is sorted; if that is public, triggers raise the version and note the change', async () => {
    const written = await statements()
    const sorted = new Set([...Object.keys(PUBLIC), ...DERIVED, ...NOT_PUBLIC])
    expect(written.filter(({ table }) => !table.includes('.') && !sorted.has(table))).toEqual([])
    const { rows } = await sql<{ table: string; definition: string }>`
      SELECT tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition
      FROM pg_trigger WHERE tgfoid = 'raise_catalogue_version'::regproc AND tgenabled = 'O'`.execute(db)
    const notes = await sql<{ table: string; definition: string }>`
      SELECT tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition
      FROM pg_trigger WHERE tgfoid::regproc::text LIKE 'note_changed_%' AND tgenabled = 'O'`.execute(db)
    const raises = ({ kind, table }: Written) =>
      [rows, notes.rows].every((triggers) =>
        triggers.some((row) => row.table === table && new RegExp(`AFTER [A-Z ]*${kind}`).test(row.definition)),
      )
    const seen = written.filter(({ table, kind }) => PUBLIC[table] && !UNSEEN.has(`${kind} ${table}`))
    expect(seen.filter((one) => !raises(one))).toEqual([])
    // Guards against a vacuous pass: readers must have found rows.
    const names = new Set(seen.map(({ kind, table }) => `${kind} ${table}`))
    expect(names).toEqual(
      new Set([
        'INSERT books',
        'UPDATE books',
        'DELETE books',
        'UPDATE accounts',
        'INSERT categories',
        'UPDATE categories',
        'DELETE categories',
        'INSERT settings',
        'INSERT seller_answers',
        'DELETE seller_answers',
        'INSERT hidden_wanted',
        'DELETE hidden_wanted',
      ]),
    )
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(Object.keys(PUBLIC)))
  })

  type Written = { kind: string; table: string; file: string }

  /** Statements of the server without providers, which have schemas of their own. */
  async function statements(): Promise<Written[]> {
    const files = (await readdir('server', { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('providers'),
    )
    const found = files.map(async (file) => {
      const source = await readFile(path.join('server', file), 'utf8')
      return [...source.matchAll(WRITES)].map(([, insert, update, remove, truncate, table]) => ({
        kind: (insert ?? update ?? remove ?? truncate)!,
        table: table!,
        file,
      }))
    })
    return (await Promise.all(found)).flat()
  }
})
