import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendMail } from '#server/jobs/send-mail.ts'
import type { MailJob } from '#server/jobs/mail-job.ts'
import type { Mail } from '#server/ports/mail.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { anOrder, aPaidOrder, withholdEvents, type TestOrder } from '#tests/kit/paying.ts'
import { anAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer({ env: { CONTACT_EMAIL: 'club@example.org' } })
await withholdEvents(server)
const { services, send } = server
const hour = 3600

const cancel = async ({ id, buyer }: TestOrder) => {
  expect((await send('POST', `/api/my-orders/${id}/cancel`, { as: buyer })).status).toBe(200)
}

/** The emails booked about an order, in booking order, rendered as of now; null where none is sent. */
async function mailsAbout(order: Pick<TestOrder, 'id'>): Promise<{ job: string; mail: Mail | null }[]> {
  const { rows } = await sql<{ payload: MailJob }>`
    SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'send_mail' AND j.payload -> 'params' ->> 'orderId' = ${order.id} ORDER BY j.id`.execute(
    server.database.db,
  )
  const mails = []
  for (const { payload } of rows) {
    let sent: Mail | null = null
    await sendMail({ ...services, mail: { send: async (mail) => void (sent = mail) } }, payload)
    const { news = 'paid', to } = payload.params as { news?: string; to: string }
    mails.push({ job: `${news} → ${to}`, mail: sent as Mail | null })
  }
  return mails
}
const sent = async (order: Pick<TestOrder, 'id'>) =>
  (await mailsAbout(order)).flatMap(({ job, mail }) => (mail ? [{ job, ...mail }] : []))
const jobsOf = (mails: { job: string }[]) => mails.map(({ job }) => job)
/** Filters out reminders, which are booked with the receipts for days later. */
const isAtOnce = ({ job }: { job: string }) => !job.includes('reminder')

describe('a reservation', () => {
  test('is mailed to both once, however often Buy Now is pressed, to the seller without contacts', async () => {
    const order = await anOrder(server)
    await anOrder(server, order)
    const mails = await sent(order)
    expect(jobsOf(mails)).toEqual(['reserved → seller', 'reserved → buyer'])
    const [mail] = mails
    expect(mail).toMatchObject({
      job: 'reserved → seller',
      to: { address: order.seller.email },
      subject: 'Reserved: “The Lighthouse Keeper’s Ledger”',
    })
    expect(mail?.text).toContain('A buyer has reserved')
    expect(mail?.text).toContain('$12.50')
    expect(mail?.text).toMatch(new RegExp(`/dashboard/orders/${order.id}#next-step\n`))
    for (const contact of [order.buyer.email, '+49 30 1234', 'Library steps']) expect(mail?.text).not.toContain(contact)
  })

  test('that the buyer cancels is mailed to the seller', async () => {
    const order = await anOrder(server, { buyer: await anAccount(services, 'buyer', { name: '' }) })
    await cancel(order)
    const [mail, ...more] = await sent(order)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ job: 'cancelled → seller', to: { address: order.seller.email } })
    expect(mail?.text).toContain('The book is back on sale')
    expect(mail?.text).not.toContain(order.buyer.email)
  })

  test('that expires is mailed to both, once', async () => {
    const order = await anOrder(server)
    server.clock.advance(49 * hour)
    await Promise.all([takeTimeStep(services, order.id), takeTimeStep(services, order.id)])
    await takeTimeStep(services, order.id)
    const mails = await sent(order)
    expect(jobsOf(mails)).toEqual(['expired → buyer', 'expired → seller'])
    expect(mails.map(({ to }) => to.address)).toEqual([order.buyer.email, order.seller.email])
  })

  test('that ends because an account is closed is mailed to the other side', async () => {
    const [withoutSeller, withoutBuyer] = [await anOrder(server), await anOrder(server)]
    await closeByAdmin(services, withoutSeller.seller.id)
    await closeByAdmin(services, withoutBuyer.buyer.id)
    const [toBuyer] = await sent(withoutSeller)
    expect(jobsOf(await sent(withoutSeller))).toEqual(['cancelled → buyer'])
    expect(toBuyer).toMatchObject({ to: { address: withoutSeller.buyer.email } })
    expect(toBuyer?.text).toContain('because the seller’s account was closed')
    const [toSeller] = await sent(withoutBuyer)
    expect(jobsOf(await sent(withoutBuyer))).toEqual(['cancelled → seller'])
    expect(toSeller?.text).toContain('because the buyer’s account was closed')
  })
})

describe('a paid order', () => {
  test('is mailed to each side once, with the contacts of the other', async () => {
    const order = await aPaidOrder(server)
    const [receipt, notice, ...more] = (await sent(order)).filter(isAtOnce)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({ job: 'paid → buyer', to: { address: order.buyer.email } })
    expect(receipt?.subject).toMatch(/^Receipt: /)
    expect(receipt?.text).toContain(order.seller.email)
    expect(receipt?.text).toContain('$12.50')
    expect(notice).toMatchObject({ job: 'paid → seller', to: { address: order.seller.email } })
    expect(notice?.subject).toMatch(/^Sold: /)
    expect(notice?.text).toContain(order.buyer.email)
  })

  test('whose other side’s account is closed: the truth, the contacts as agreed, and whom to write to', async () => {
    const [withoutSeller, withoutBuyer] = [await aPaidOrder(server), await aPaidOrder(server)]
    await closeByAdmin(services, withoutSeller.seller.id)
    await closeByAdmin(services, withoutBuyer.buyer.id)
    const ofBuyer = (await sent(withoutSeller)).filter(isAtOnce)
    expect(jobsOf(ofBuyer)).toEqual(['paid → buyer', 'account_closed → buyer'])
    for (const { text } of ofBuyer) {
      expect(text).toContain(
        'The seller’s account was closed. If you haven’t met yet, write to the club: club@example.org',
      )
      expect(text).toContain(
        `Email: ${withoutSeller.seller.email}\nPhone: +49 170 1234567\nMeeting place: “Library steps”`,
      )
    }
    const ofSeller = (await sent(withoutBuyer)).filter(isAtOnce)
    expect(jobsOf(ofSeller)).toEqual(['paid → seller', 'account_closed → seller'])
    for (const { text } of ofSeller) {
      expect(text).toContain(
        'The buyer’s account was closed. If you haven’t met yet, write to the club: club@example.org',
      )
      expect(text).toContain(`Email: ${withoutBuyer.buyer.email}`)
    }
  })

  test('that was handed over is mailed to both, with the time to report a problem', async () => {
    const order = await aPaidOrder(server)
    await send('POST', `/api/my-orders/${order.id}/received`, { token: order.buyer.token })
    const handedOver = async () => (await sent(order)).filter(({ job }) => job.startsWith('handed_over'))
    expect(jobsOf(await handedOver())).toEqual(['handed_over → buyer', 'handed_over → seller'])
    for (const { text } of await handedOver()) expect(text).toMatch(/(by|on) \w{3},? \d+ \w+(,| at) \d\d:\d\d UTC/)
    server.clock.advance(48 * hour)
    await takeTimeStep(services, order.id)
    expect(await handedOver()).toEqual([])
  })

  test('that is refunded meanwhile is not mailed any more', async () => {
    const order = await aPaidOrder(server)
    await sql`UPDATE orders SET state = 'refunded', due_at = NULL WHERE id = ${order.id}`.execute(services.db)
    expect(await sent(order)).toEqual([])
  })
})

test('where no address of the club is set, the emails lead to its contact page', async () => {
  const order = await aPaidOrder(server)
  await closeByAdmin(services, order.seller.id)
  const site = { ...services.site, contact: '' }
  const texts: string[] = []
  await sendMail(
    { ...services, site, mail: { send: async ({ text }) => void texts.push(text) } },
    { name: 'order_news', params: { orderId: order.id, to: 'buyer', news: 'account_closed' } },
  )
  expect(texts[0]).toContain(`write to the club: ${server.origin}/contact`)
})
