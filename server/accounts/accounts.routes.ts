import { lacksSecondStep } from './lacks-second-step.ts'
import * as calls from '#contract/accounts/accounts.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import type { Role } from '#contract/call.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { mailRefusalOf, shapeAccount } from './accounts.shape.ts'
import { changeAccount } from './change-account.ts'
import { findAccountByAddress, getAccountByAddress } from './find-account-by-address.ts'
import { noteMailTaken } from './mail-refusals/mail-refusals.public.ts'
import { mintToken } from './mint-token.ts'
import { endOtherSessions, endSession, listSessions, signOutEverywhere } from './sessions/sessions.ts'
import { signUp } from './sign-up.ts'

export function accountRoutes(serve: Serve): void {
  serve(calls.mintToken, (services, { proof, account, body }) =>
    typeof body === 'string'
      ? mintToken(services, { proof, account }, body)
      : mintToken(services, { proof, account, hasNewPhoto: body.hasNewPhoto }, body.email),
  )
  serve(calls.signUp, (services, { proof, body }) =>
    signUp(services, proof, { name: body.name, email: body.email, role: body.checked }),
  )
  serve(calls.findUserType, async (services, { account, query }) => {
    const found = await getAccountByAddress(services, account, query.email)
    const { actsAs } = services.accounts
    const [isBuyer, isSeller] = [await actsAs(found, 'buyer'), await actsAs(found, 'seller')]
    const { listingsPaused, timeZone } = found
    const needsSecondStep = await lacksSecondStep(services, found)
    const more = { isBuyer, isSeller, listingsPaused, timeZone, mailRefusal: mailRefusalOf(found), needsSecondStep }
    return { ...shapeAccount(found), ...more }
  })
  roleCheckRoutes(serve)
  serve(calls.changeAccount, (services, { account, body }) =>
    changeAccount(services, account, { name: body.name, role: body.checked, timeZone: body.timeZone }),
  )
  serve(calls.clearMailRefusal, ({ db }, { account }) => noteMailTaken(db, account.email))
  serve(calls.signOutEverywhere, (services, { account }) => signOutEverywhere(services, account))
  sessionRoutes(serve)
}

function sessionRoutes(serve: Serve): void {
  serve(sessions.listSessions, (services, { account }) => listSessions(services, account))
  serve(sessions.endSession, (services, { account, body }) => endSession(services, account, body.session))
  serve(sessions.endOtherSessions, (services, { account }) => endOtherSessions(services, account))
}

function roleCheckRoutes(serve: Serve): void {
  const has = async (
    services: Parameters<typeof findAccountByAddress>[0] & Pick<Services, 'accounts'>,
    asking: Parameters<typeof findAccountByAddress>[1],
    email: string,
    role: Role,
  ) => {
    const account = await findAccountByAddress(services, asking, email)
    return account !== null && services.accounts.actsAs(account, role)
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
