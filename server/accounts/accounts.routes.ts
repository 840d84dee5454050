import * as calls from '#contract/accounts/accounts.ts'
import { listAuditLog as listAuditLogCall } from '#contract/accounts/audit-log.ts'
import * as people from '#contract/accounts/people.ts'
import type { Role } from '#contract/call.ts'
import type { Serve } from '#server/http/call-route.ts'
import { listAuditLog } from './audit/list-audit-log.ts'
import { shapeAccount } from './accounts.shape.ts'
import { changeAccount } from './change-account.ts'
import { findAccountByAddress, getAccountByAddress } from './find-account-by-address.ts'
import { getPerson, listAccounts, listPeople } from './list-accounts.ts'
import { mintToken } from './mint-token.ts'
import { actsAs } from './acts-as.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signUp } from './sign-up.ts'

export function accountRoutes(serve: Serve): void {
  serve(calls.mintToken, (services, { proof, account, body }) =>
    mintToken(services, { proof, account }, typeof body === 'string' ? body : body.email),
  )
  serve(calls.signUp, async (services, { proof, body }) => {
    await signUp(services, proof, { name: body.name, email: body.email, role: body.checked })
    return { acknowledged: true as const }
  })
  serve(calls.findUserType, async (services, { account, query }) => {
    const found = await getAccountByAddress(services, account, query.email)
    const [isBuyer, isSeller] = [await actsAs(services.db, found, 'buyer'), await actsAs(services.db, found, 'seller')]
    const { listingsPaused, mailRefusedAt } = found
    return { ...shapeAccount(found), isBuyer, isSeller, listingsPaused, mailRefused: mailRefusedAt !== null }
  })
  roleCheckRoutes(serve)
  serve(calls.changeAccount, async (services, { account, body }) => {
    await changeAccount(services, account, { name: body.name, role: body.checked })
    return { acknowledged: true as const }
  })
  serve(calls.signOutEverywhere, async (services, { account }) => {
    await signOutEverywhere(services, account)
    return { acknowledged: true as const }
  })
  adminRoutes(serve)
}

function roleCheckRoutes(serve: Serve): void {
  const has = async (
    services: Parameters<typeof findAccountByAddress>[0],
    asking: Parameters<typeof findAccountByAddress>[1],
    email: string,
    role: Role,
  ) => {
    const account = await findAccountByAddress(services, asking, email)
    return account !== null && actsAs(services.db, account, role)
  }
  serve(calls.isAdmin, async (services, { account, params }) => ({
    isAdmin: await has(services, account, params.email, 'admin'),
  }))
  serve(calls.isBuyer, async (services, { account, params }) => ({
    isBuyer: await has(services, account, params.email, 'buyer'),
  }))
  serve(calls.isSeller, async (services, { account, params }) => ({
    isSeller: await has(services, account, params.email, 'seller'),
  }))
}

function adminRoutes(serve: Serve): void {
  serve(calls.listBuyers, (services, { query }) => listAccounts(services, 'buyers', query))
  serve(people.listPeople, (services, { query }) => listPeople(services, query.q, query))
  serve(people.getPerson, (services, { params }) => getPerson(services, params.id))
  serve(listAuditLogCall, (services, { query }) => listAuditLog(services, query, query))
  serve(calls.listSellers, (services, { query }) => listAccounts(services, 'sellers', query))
}
