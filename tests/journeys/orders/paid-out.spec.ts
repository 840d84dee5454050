import path from 'node:path'
import { cardSimulatorKeys } from '#server/providers/card-simulator/keys.ts'
import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'
import { demoMember, send } from '#tests/kit/members.ts'
import { until } from '#tests/kit/until.ts'

test.use({ shopSettings: { PAYOUTS: 'stripe' } })

test('a seller says where their bank is, and what they are owed goes there; a refund takes it back', async ({
  page,
  shop,
}) => {
  const seller = await demoMember(shop, 'seller')
  const totals = async () => {
    const answer = await send(shop, '/api/my-statement/totals', { token: seller.token })
    return ((await answer.json()) as { owed: number; paidOut: number }[])[0]!
  }
  await openAs(page, shop, seller, '/dashboard/statement')
  const bank = page.getByRole('region', { name: 'Your bank' })
  await expect(bank).toContainText('Payouts go to your bank through the test bank')
  await expectAccessible(page)
  await bank.getByRole('button', { name: 'Get paid to your bank' }).click()

  await expect(page.getByText('Test bank: no real money moves.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave something out' }).click()
  await expect(bank).toContainText('Something is still missing at the test bank')
  await bank.getByRole('button', { name: 'Continue at the test bank' }).click()
  await page.getByRole('button', { name: 'Enter everything', exact: true }).click()
  await expect(bank).toContainText('order by order, once each is complete')
  await until(async () => (await totals()).owed === 0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Totals in USD' })).toContainText('Owed to you$0.00')
  await expect(rowOf(page, 'Transferred to you').first()).toContainText('-$')
  await expectAccessible(page)

  // A refund that is made on the provider's own pages.
  const { secretKey } = await cardSimulatorKeys(path.resolve(shop.dataDir))
  const ask = async (call: string, form?: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    return (await fetch(`${shop.origin}/api/card-simulator/v1/${call}`, { headers, ...body })).json()
  }
  const before = await totals()
  const { data } = (await ask('transfers')) as { data: { source_transaction: string; amount: number }[] }
  await ask('refunds', { charge: data[0]!.source_transaction })
  await until(async () => (await totals()).paidOut < before.paidOut)
  await page.reload()
  await expect(rowOf(page, 'Came off a transfer to you')).toContainText('$')
  await expect(page.getByRole('region', { name: 'Totals in USD' })).toContainText('Owed to you$0.00')

  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/payouts?show=transferred')
  await expect(page.getByText('by the payout provider').first()).toBeVisible()
  await expect(page.getByText('came back')).toBeVisible()
  await expectAccessible(page)
})
