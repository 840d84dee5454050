// Baseline of the load tests: a minimal server of Fastify, pg and jose. It runs the shop's own statements on the shop's
// database, and serves only what the bench requests.
import { givenEnvironment } from '#server/given-environment.ts'
import fastify from 'fastify'
import { jwtVerify } from 'jose'
import { claimStatement, type ClaimRequest } from '#server/orders/order-changes.sql.ts'
import { bookOrderings } from '#server/books/book-orderings.sql.ts'
import { bookPage } from '#server/books/books.sql.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/open-database.ts'
import { shopSecrets } from '#server/secrets/shop-secrets.ts'

const PAGE = 24
const config = readConfig(givenEnvironment)
const { db, pool, close } = await openDatabase(config, { as: 'tool', program: 'npm run bench', say: () => {} })
const { publicKey } = (await shopSecrets(config.dataDir)).clubToken

const page = bookPage({ available: 'unsold' }, { ordering: bookOrderings.newest, limit: PAGE, after: null }).compile(db)
// Compiled with each value's own name as a placeholder, which gives the order of the parameters; of times, with how far
// they are from the moment of the claim.
const names = 'bookId buyerId buyerName buyerEmail phone meetingLocation paysInCash payBy'.split(' ')
const byName = { ...Object.fromEntries(names.map((name) => [name, name])), now: new Date(0) }
const fee = { rate: 0, least: 0, currency: config.currency }
const claim = claimStatement({ ...byName, fee } as never, 'dayAgo' as never).compile(db)

interface BuyNow {
  bookData: { _id: string }
  phone: string
  meetingLocation: string
}

const app = fastify()

app.get('/api/all-books', async () => {
  const { rows } = await pool.query(page.sql, [...page.parameters])
  return rows.slice(0, PAGE)
})

app.post<{ Body: BuyNow }>('/api/buy-now', async ({ headers, body }, reply) => {
  const account = await findAccount(headers.authorization?.slice('Bearer '.length) ?? '')
  if (!account) return reply.code(401).send()
  const now = new Date()
  const orderId = await claimBook({
    bookId: body.bookData._id,
    buyerId: account.id,
    buyerName: account.name,
    buyerEmail: account.email,
    phone: body.phone,
    meetingLocation: body.meetingLocation,
    paysInCash: false,
    fee,
    now,
    payBy: new Date(now.getTime() + config.shop.holdHours * 3600 * 1000),
    dayAgo: new Date(now.getTime() - 24 * 3600 * 1000),
  })
  return orderId ? { acknowledged: true, insertedId: orderId } : reply.code(409).send()
})

async function findAccount(token: string) {
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['EdDSA'],
    typ: 'club+jwt',
    audience: 'dogear',
  })
  const { rows } = await pool.query<{ id: string; name: string; email: string }>(
    "SELECT id, name, email FROM accounts WHERE id = $1 AND version = $2 AND role = 'buyer' AND closed_at IS NULL",
    [payload.sub, payload.ver],
  )
  return rows[0]
}

async function claimBook(values: ClaimRequest & { dayAgo: Date }): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ opened: { id: string } | null }>(
      claim.sql,
      claim.parameters.map((it) => valueOf(it, values)),
    )
    await client.query('COMMIT')
    return rows[0]?.opened?.id
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function valueOf(placeholder: unknown, values: ClaimRequest & { dayAgo: Date }): unknown {
  if (placeholder instanceof Date) return new Date(values.now.getTime() + placeholder.getTime())
  return typeof placeholder === 'string' && placeholder in values
    ? values[placeholder as keyof typeof values]
    : placeholder
}

await app.listen({ host: config.host, port: config.port })
process.on('disconnect', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
