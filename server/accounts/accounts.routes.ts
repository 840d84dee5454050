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
  serveCall(app, services, calls.mintToken, ({ proof, account, body }) =>
    mintToken(services, { proof, account }, typeof body === 'string' ? body : body.email),
  )
  serveCall(app, services, calls.signUp, async ({ proof, body }) => {
    await signUp(services, proof, { name: body.name, email: body.email, role: body.checked })
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.findUserType, async ({ account, query }) => {
    const found = await getAccountByAddress(services, account, query.email)
    const [isBuyer, isSeller] = [await actsAs(services.db, found, 'buyer'), await actsAs(services.db, found, 'seller')]
    return { ...shapeAccount(found), isBuyer, isSeller }
  })
  roleCheckRoutes(app, services)
  serveCall(app, services, calls.changeAccount, async ({ account, body }) => {
    await changeAccount(services, account, { name: body.name, role: body.checked })
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.signOutEverywhere, async ({ account }) => {
    await signOutEverywhere(services, account)
    return { acknowledged: true as const }
  })
  adminRoutes(app, services)
}

function roleCheckRoutes(app: FastifyInstance, services: Services): void {
  const has = async (asking: Parameters<typeof findAccountByAddress>[1], email: string, role: Role) => {
    const account = await findAccountByAddress(services, asking, email)
    return account !== null && actsAs(services.db, account, role)
  }
  serveCall(app, services, calls.isAdmin, async ({ account, params }) => ({
    isAdmin: await has(account, params.email, 'admin'),
  }))
  serveCall(app, services, calls.isBuyer, async ({ account, params }) => ({
    isBuyer: await has(account, params.email, 'buyer'),
  }))
  serveCall(app, services, calls.isSeller, async ({ account, params }) => ({
    isSeller: await has(account, params.email, 'seller'),
  }))
}

function adminRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.listBuyers, ({ query }) => listAccounts(services, 'buyers', query))
  serveCall(app, services, calls.listSellers, ({ query }) => listAccounts(services, 'sellers', query))
}
