import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { liftBan } from '#server/accounts/unban-address.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { aPaidOrder, withholdEvents } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const { db } = services
const admin = await anAccount(services, 'admin', { name: 'Keeper' })
const log = async (query = '') => (await send('GET', `/api/audit-log${query}`, { token: admin.token })).json

describe('the audit log', () => {
  test('has each act of an admin, with whom it concerned', async () => {
    const order = await aPaidOrder(server)
    await send('POST', `/api/orders/${order.id}/refund`, { token: admin.token, body: { reason: 'not_met' } })
    await send('POST', `/api/orders/${order.id}/refund`, { token: admin.token, body: { reason: 'not_met' } })
    clock.advance(1)
    await send('DELETE', `/api/all-buyers/delete/${order.buyer.id}`, { token: admin.token })
    const by = { id: admin.id, name: 'Keeper' }
    expect(await log()).toMatchObject([
      { kind: 'account_closed', by, account: { id: order.buyer.id, name: null } },
      { kind: 'order_refunded', by, account: { id: order.seller.id }, orderId: order.id, reason: 'not_met' },
    ])
  })

  test('has what the operator did, and nothing of a refund by the seller or a grant of another role', async () => {
    const before = (await log()).length
    const email = `second-${crypto.randomUUID()}@example.org`
    await inviteAccount(services, { email, role: 'seller' })
    expect(await log()).toHaveLength(before)
    clock.advance(1)
    const { account } = await inviteAccount(services, { email, role: 'admin', linkAlways: true })
    expect((await log())[0]).toMatchObject({ kind: 'admin_appointed', by: null, account: { id: account.id } })
    clock.advance(1)
    const closed = await anAccount(services, 'buyer')
    await send('DELETE', `/api/all-buyers/delete/${closed.id}`, { token: admin.token })
    clock.advance(1)
    expect([await liftBan(services, closed.email), await liftBan(services, closed.email)]).toEqual([true, false])
    const [last, former] = await log()
    expect([last.kind, last.by, former.kind]).toEqual(['email_unbanned', null, 'account_closed'])
    expect(JSON.stringify(await log())).not.toContain(closed.email)
  })

  test('has what was done to categories, by their addresses; nothing that changed nothing or was refused', async () => {
    const { token } = admin
    const facts = (name: string, description = 'Some words') => ({ name, description, imageUrl: '' })
    const edit = async (id: string, body: object) =>
      (await send('PATCH', `/api/books-categories/${id}`, { token, body })).json.id as string
    const path = '/api/books-categories'
    const { insertedId: first } = (await send('POST', path, { token, body: facts('Sheet Music') })).json
    const { insertedId: other } = (await send('POST', path, { token, body: facts('Songs') })).json
    expect((await send('POST', path, { token, body: facts('Songs') })).status).toBe(409)
    await edit(first, facts('Sheet Music', 'To be played'))
    await edit(first, facts('Sheet Music', 'To be played'))
    const renamed = await edit(first, facts('Scores'))
    await send('PUT', `${path}/${renamed}/place`, { token, body: { place: 'earlier' } })
    await send('POST', `${path}/${renamed}/merge`, { token, body: { into: other } })
    for (let turn = 0; turn < 2; turn += 1) await send('DELETE', `${path}/${other}`, { token })

    const of = async (kind: string) => await log(`?kind=category_${kind}`)
    const [by, added] = [{ id: admin.id, name: 'Keeper' }, await of('added')]
    expect(added.map(({ category }: { category: string }) => category).toSorted()).toEqual(['sheet-music', 'songs'])
    const changed = (await of('changed')) as { category: string; into?: string }[]
    expect(changed).toHaveLength(2)
    expect(changed.find(({ into }) => into)).toMatchObject({ by, category: 'sheet-music', into: 'scores' })
    expect(await of('placed')).toMatchObject([{ by, category: 'scores', from: '4', to: '3' }])
    expect(await of('merged')).toMatchObject([{ by, category: 'scores', into: 'songs' }])
    expect(await of('removed')).toMatchObject([{ by, category: 'songs' }])
  })

  test('comes in pages, each act once, and of one kind', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await anAccount(services, 'buyer')
      await send('POST', `/api/accounts/${id}/suspend`, {
        token: admin.token,
        body: { days: '', reason: 'rules', note: '' },
      })
    }
    const { ids } = await walk(server, '/api/audit-log?kind=account_suspended&limit=2', admin.token)
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    expect(await send('GET', '/api/audit-log?kind=nonsense', { token: admin.token })).toMatchObject({ status: 422 })
  })
})

describe('what is written in it stays', () => {
  const attempts = ["UPDATE audit_log SET kind = 'x'", 'DELETE FROM audit_log', 'TRUNCATE audit_log']

  test.each(attempts)('%s is refused even to the table’s owner', async (statement) => {
    const { rows } = await sql`
      SELECT 1 FROM pg_tables WHERE tablename = 'audit_log' AND tableowner = current_user`.execute(db)
    expect(rows).toHaveLength(1)
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(attempts)('%s is refused whatever rights there are', async (statement) => {
    const withAllRights = db.transaction().execute(async (tx) => {
      await sql`GRANT ALL ON audit_log TO CURRENT_USER`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
    await expect(withAllRights).rejects.toThrow('the audit log is not changed or deleted')
  })
})
