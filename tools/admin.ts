// npm run admin -- EMAIL: the only way to an admin. Makes the account if there is none, and prints a one-time link.
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { readCall, UsageError, withShop } from './with-shop.ts'

const address = await readCall(() => {
  const read = z.safeParse(email, process.argv[2])
  if (!read.success) throw new UsageError('Say whom to make an admin: npm run admin -- name@example.org')
  return read.data
})

await withShop('npm run admin', async (services) => {
  const { account, link } = await inviteAccount(services, { email: address, role: 'admin', linkAlways: true })
  console.log(`${account.email} is an admin now. This link signs in once, within 24 hours:\n${link}`)
  return 0
})
