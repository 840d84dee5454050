// npm run admin -- EMAIL: makes an admin, with the account if there is none, and prints a one-time link. npm run admin
// -- --link: while there is no admin, prints a one-time link by which its reader becomes the first, as a live start
// does. npm run admin -- unban EMAIL: lets the owner of a closed account's email sign up again. npm run admin --
// reset-factor EMAIL: removes passkeys and second factor of an account whose owner has lost them.
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { readCall, UsageError } from './read-call.ts'
import { linkWords, withShop } from './with-shop.ts'

const USAGE = {
  appoint: 'Say whom to make an admin: npm run admin -- name@example.org',
  unban: 'Say whose ban to lift: npm run admin -- unban name@example.org',
  'reset-factor': 'Say whose second factor is lost: npm run admin -- reset-factor name@example.org',
}

const { address, act } = await readCall(() => {
  const [first, second] = process.argv.slice(2)
  if (first === '--link') return { address: '', act: 'link' as const }
  const act = first === 'unban' || first === 'reset-factor' ? first : 'appoint'
  const read = z.safeParse(email, act === 'appoint' ? first : second)
  if (read.success) return { address: read.data, act }
  throw new UsageError(USAGE[act])
})

await withShop('npm run admin', async (services) => {
  if (act === 'link') {
    const { makeFirstAdminLink } = await import('#server/accounts/first-admin/first-admin.ts')
    const first = await makeFirstAdminLink(services)
    console.log(first?.words ?? 'This shop has an admin. npm run admin -- EMAIL makes another.')
    return first ? 0 : 1
  }
  if (act === 'reset-factor') {
    const { resetSecondFactor } = await import('#server/accounts/reset-second-factor.ts')
    const wasReset = await resetSecondFactor(services, address)
    console.log(
      wasReset
        ? `The passkeys and the second factor of ${address} are removed, and they are told by email. Their password alone signs them in now.`
        : `${address} has neither a passkey nor a second factor here.`,
    )
    return wasReset ? 0 : 1
  }
  if (act === 'unban') {
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
