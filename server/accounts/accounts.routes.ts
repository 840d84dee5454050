import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/accounts.ts'
import type { Role } from '#contract/call.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { shapeAccount } from './accounts.shape.ts'
import { changeAccount } from './change-account.ts'
import { findAccountByAddress, getAccountByAddress } from './find-account-by-address.ts'
import { listAccounts } from './list-accounts.ts'
import { mintToken } from './mint-token.ts'
import { actsAs } from './acts-as.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signUp } from './sign-up.ts'

export function accountRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.mintToken, ({ proof, member, body }) =>
    mintToken(services, { proof, member }, typeof body === 'string' ? body : body.email),
  )
  serveCall(app, services, calls.signUp, async ({ proof, body }) => {
    await signUp(services, proof, { name: body.name, email: body.email, role: body.checked })
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.findUserType, async ({ member, query }) => {
    const account = await getAccountByAddress(services, member, query.email)
    const [isBuyer, isSeller] = [
      await actsAs(services.db, account, 'buyer'),
      await actsAs(services.db, account, 'seller'),
    ]
    return { ...shapeAccount(account), isBuyer, isSeller }
  })
  roleCheckRoutes(app, services)
  serveCall(app, services, calls.changeAccount, async ({ member, body }) => {
    await changeAccount(services, member, { name: body.name, role: body.checked })
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.signOutEverywhere, async ({ member }) => {
    await signOutEverywhere(services, member)
    return { acknowledged: true as const }
  })
  adminRoutes(app, services)
}

function roleCheckRoutes(app: FastifyInstance, services: Services): void {
  const has = async (asking: Parameters<typeof findAccountByAddress>[1], email: string, role: Role) => {
    const account = await findAccountByAddress(services, asking, email)
    return account !== null && actsAs(services.db, account, role)
  }
  serveCall(app, services, calls.isAdmin, async ({ member, params }) => ({
    isAdmin: await has(member, params.email, 'admin'),
  }))
  serveCall(app, services, calls.isBuyer, async ({ member, params }) => ({
    isBuyer: await has(member, params.email, 'buyer'),
  }))
  serveCall(app, services, calls.isSeller, async ({ member, params }) => ({
    isSeller: await has(member, params.email, 'seller'),
  }))
}

function adminRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.listBuyers, ({ query }) => listAccounts(services, 'buyers', query))
  serveCall(app, services, calls.listSellers, ({ query }) => listAccounts(services, 'sellers', query))
}
