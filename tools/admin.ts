// npm run admin -- EMAIL: the only way to become an admin. Makes the account if there is none, and prints a one-time
// link. npm run admin -- unban EMAIL: lets the owner of a closed account's email sign up again.
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { readCall, UsageError } from './read-call.ts'
import { linkWords, withShop } from './with-shop.ts'

const { address, unbans } = await readCall(() => {
  const unbans = process.argv[2] === 'unban'
  const read = z.safeParse(email, process.argv[unbans ? 3 : 2])
  if (read.success) return { address: read.data, unbans }
  throw new UsageError(
    unbans
      ? 'Say whose ban to lift: npm run admin -- unban name@example.org'
      : 'Say whom to make an admin: npm run admin -- name@example.org',
  )
})

await withShop('npm run admin', async (services) => {
  if (unbans) {
    const { liftBan } = await import('#server/accounts/unban-address.ts')
    const wasBanned = await liftBan(services, address)
    console.log(wasBanned ? `${address} can sign up again.` : `${address} isn’t banned.`)
    return wasBanned ? 0 : 1
  }
  const { inviteAccount } = await import('#server/accounts/invite-account.ts')
  const { account, invitation } = await inviteAccount(services, { email: address, role: 'admin', linkAlways: true })
  console.log(`${account.email} is an admin now. ${invitation ? linkWords(invitation) : 'They sign in as before.'}`)
  return 0
})
