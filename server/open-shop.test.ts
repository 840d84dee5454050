import { expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { live } from '#tests/kit/shop-process.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

test('a live shop is not opened in another currency than its books are priced in, unless that is said', async () => {
  const server = await startTestServer()
  const { services, database, dataDir } = server
  const open = (env: Record<string, string>) => startTestServer({ env: { ...live, ...env }, database, dataDir })
  await aBook(services, await anAccount(services, 'seller'))

  await expect(open({ CURRENCY: 'JPY' })).rejects.toThrow(
    'The books in this shop are priced in USD, and CURRENCY is JPY. Set CURRENCY=USD; or, if',
  )
  await expect(open({ CURRENCY: 'JPY', CURRENCY_BEFORE: 'EUR' })).rejects.toThrow('are priced in USD')
  const later = await open({ CURRENCY: 'JPY', CURRENCY_BEFORE: 'USD' })
  expect(later.services.site.currency).toBe('JPY')
})
