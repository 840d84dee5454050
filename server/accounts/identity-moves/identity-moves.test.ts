import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseWith } from '#contract/problems.ts'
import { finishClosingAccount } from '#server/account-closure/close-account.ts'
import { setEmail } from '#server/accounts/email-change/email-change.public.ts'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { findAccountById, findOpenAccountByEmail } from '#server/accounts/accounts.public.ts'
import { closeByAdmin, anAccount } from '#tests/kit/accounts-and-books.ts'
import { askIdentity, aProvenAccount, confirmTheEmail, cookiesOf, proofOf } from '#tests/kit/proven-account.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { startFirebaseServer, type FirebaseServer } from '#tests/port-suites/firebase-server.ts'
import { admitAwaited } from './admit-awaited.ts'
import { confirmForOwner } from './confirm-for-owner.ts'
import { planMove } from './plan-move.ts'
import { requireProvider } from '#server/open-identity.ts'
import { listOtherIdentities } from './identity-moves.public.ts'
import { FIRST_ID } from './identity-moves.sql.ts'

let firebase: FirebaseServer
beforeAll(async () => {
  firebase = await startFirebaseServer({ now: () => new Date() }, { isEmulator: true })
})
afterAll(() => firebase.close())

const atFirebase = () => ({
  FIREBASE_API_KEY: 'any-key',
  FIREBASE_AUTH_DOMAIN: 'demo-club.firebaseapp.com',
  FIREBASE_PROJECT_ID: firebase.projectId,
  FIREBASE_APP_ID: '1:1:web:1',
  FIREBASE_AUTH_EMULATOR_HOST: new URL(firebase.base).host,
})

/** The shop started again, on the same data, with other settings. */
const restart = (shop: TestServer, env = {}) => startTestServer({ on: shop, dataDir: shop.dataDir, env })

/** A shop with the embedded provider, some time before the move. */
async function aShop(): Promise<TestServer> {
  const shop = await startTestServer()
  shop.clock.advance(-3600)
  return shop
}

async function aMember(shop: TestServer, { isConfirmed = true } = {}) {
  const member = await aProvenAccount(shop, 'seller')
  if (isConfirmed) await confirmTheEmail(shop, member.identityId)
  return member
}

let count = 0
const anEmail = () => `someone${++count}@example.org`

type User = ReturnType<FirebaseServer['addUser']>
const ways = { google: 'google.com', password: 'password' }
const proofAtFirebase = (user: User, way: keyof typeof ways) =>
  firebase.sign({ ...firebase.claimsOf(user), firebase: { sign_in_provider: ways[way] } })
const byGoogle = (email: string) =>
  firebase.addUser({ email, emailVerified: true, providerUserInfo: [{ providerId: 'google.com', email }] })

const signUp = (shop: TestServer, token: string, email: string) =>
  shop.send('POST', '/api/signup', { token, body: { email, name: 'Somebody Else', checked: 'buyer' } })
const mint = (shop: TestServer, token: string, email: string) =>
  shop.send('POST', '/api/jwt', { token, body: { email } })

/** The account that a proof opens; the code of the refusal where it opens none. */
async function opens(shop: TestServer, proof: string, email: string): Promise<string> {
  const minted = await mint(shop, proof, email)
  if (minted.status !== 200) return problemOf(minted).code
  const own = await shop.send('GET', '/api/user-type-find', { token: minted.json.token })
  return own.json._id as string
}

async function proofHere(shop: TestServer, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await askIdentity(shop, 'sign-in/email', { email, password })
  return answer.status === 200 ? proofOf(shop, cookiesOf(answer)) : `refused with ${answer.status}`
}

describe('a move to Firebase and back', () => {
  test('finds an account by the email that both confirmed, once, and again on the way back; nothing is lost', async () => {
    const first = await aShop()
    const member = await aMember(first)
    await first.database.pool.query(`UPDATE accounts SET photo_url = '/images/own.webp' WHERE id = $1`, [member.id])
    const away = await restart(first, atFirebase())
    expect((await away.send('GET', '/api/user-type-find', { token: member.token })).status).toBe(401)

    const user = byGoogle(member.email)
    const proof = await proofAtFirebase(user, 'google')
    expect(await opens(away, proof, member.email)).toBe(member.id)
    expect((await signUp(away, proof, member.email)).status).toBe(200)
    expect(await findAccountById(away.services.db, member.id)).toMatchObject({
      identityId: user.localId,
      name: 'Proven Person',
      role: 'seller',
      photoUrl: '/images/own.webp',
    })
    const another = await proofAtFirebase({ ...byGoogle(anEmail()), email: member.email }, 'google')
    expect(problemOf(await signUp(away, another, member.email)).code).toBe('email_taken')

    const back = await restart(first)
    expect(await opens(back, await proofHere(back, member), member.email)).toBe(member.id)
    expect(await findAccountById(back.services.db, member.id)).toMatchObject({
      identityId: member.identityId,
      photoUrl: '/images/own.webp',
    })
    const awayAgain = await restart(first, atFirebase())
    expect(await opens(awayAgain, await proofAtFirebase(user, 'google'), member.email)).toBe(member.id)
  })

  test('ends every session, and is in the audit log, both ways', async () => {
    const first = await aShop()
    const member = await aMember(first)
    await restart(first, atFirebase())
    const back = await restart(first)
    expect((await mint(back, await proofOf(back, member.cookie), member.email)).status).toBe(401)
    const { rows } = await first.database.pool.query(
      `SELECT actor, facts FROM audit_log WHERE kind = 'identity_provider_changed' ORDER BY at, facts ->> 'from' DESC`,
    )
    const [here, there] = ['the shop’s own sign-in', `Firebase (project ${firebase.projectId})`]
    expect(rows).toEqual(
      expect.arrayContaining([
        { actor: 'operator', facts: { from: here, to: there } },
        { actor: 'operator', facts: { from: there, to: here } },
      ]),
    )
  })

  test('has a program with the former provider write nothing more, and a start with the same change nothing', async () => {
    const first = await aShop()
    const member = await aMember(first)
    const away = await restart(first, atFirebase())
    const refused = await mint(first, member.proof, member.email)
    expect([refused.status, (await first.send('GET', '/api/ready')).status]).toEqual([503, 503])
    const user = byGoogle(member.email)
    const { token } = (await mint(away, await proofAtFirebase(user, 'google'), member.email)).json
    const twin = await restart(first, atFirebase())
    expect((await twin.send('GET', '/api/user-type-find', { token })).status).toBe(200)
  })
})

describe('who typed a member’s email at Firebase first', () => {
  test.for([
    ['and didn’t confirm it', false],
    ['and had the member press the link that confirms it', true],
  ] as const)('%s gets nothing: the member chooses a password by mail, and is in', async ([, emailVerified]) => {
    const first = await aShop()
    const { id, email } = await aMember(first)
    const away = await restart(first, atFirebase())
    const user = firebase.addUser({ email, password: 'stranger’s', emailVerified })
    const token = await proofAtFirebase(user, 'password')
    expect(await opens(away, token, email)).toBe('no_account')
    expect(problemOf(await signUp(away, token, email))).toMatchObject({
      code: 'email_taken',
      invalidFields: [{ field: 'email', message: expect.stringContaining('Forgot password?') as string }],
    })
    expect(firebase.users.get(user.localId)?.password).not.toBe('stranger’s')
    expect(await opens(away, token, email)).toBe('not_signed_in')
    // The mailed link sets a password, and confirms the email.
    const known = firebase.users.get(user.localId)!
    Object.assign(known, { password: 'own', emailVerified: true, validSince: 0 })
    expect(await opens(away, await proofAtFirebase(known, 'password'), email)).toBe(id)
  })

  test('is put out when the member signs in by Google', async () => {
    const first = await aShop()
    const { id, email } = await aMember(first)
    const away = await restart(first, atFirebase())
    const providerUserInfo = [{ providerId: 'password' }, { providerId: 'google.com', email }]
    const user = firebase.addUser({ email, password: 'stranger’s', emailVerified: true, providerUserInfo })
    expect(await opens(away, await proofAtFirebase(user, 'google'), email)).toBe(id)
    expect(firebase.users.get(user.localId)?.providerUserInfo).toEqual([{ providerId: 'google.com', email }])
  })

  test('gets nothing by a Google account with another email that they linked', async () => {
    const first = await aShop()
    const { email } = await aMember(first)
    const away = await restart(first, atFirebase())
    const providerUserInfo = [{ providerId: 'google.com', email: 'stranger@example.org' }]
    const user = firebase.addUser({ email, emailVerified: true, providerUserInfo })
    expect(await opens(away, await proofAtFirebase(user, 'google'), email)).toBe('no_account')
  })

  test('comes too late once the shop has made its members known there; who confirmed it before is left to sign in', async () => {
    const first = await aShop()
    const [member, unconfirmed, known] = [
      await aMember(first),
      await aMember(first, { isConfirmed: false }),
      await aMember(first),
    ]
    firebase.addUser({ email: known.email, password: 'own', emailVerified: true })
    const away = await restart(first, atFirebase())
    await admitAwaited(away.services, { turn: 2, after: FIRST_ID })
    await admitAwaited(away.services, { turn: 2, after: FIRST_ID })
    const identities = await Promise.all([member, unconfirmed, known].map(({ id }) => identityOf(away, id)))
    expect(identities).toEqual([expect.any(String), null, null])
    const user = firebase.users.get(identities[0]!)!
    expect(user).toMatchObject({ email: member.email, password: null, emailVerified: false })
    expect(() => firebase.addUser({ email: member.email, password: 'stranger’s' })).toThrow('EMAIL_EXISTS')
    Object.assign(user, { password: 'own', emailVerified: true })
    expect(await opens(away, await proofAtFirebase(user, 'password'), member.email)).toBe(member.id)
  })
})

const identityOf = async ({ services }: TestServer, id: string) => (await findAccountById(services.db, id))!.identityId

describe('an account whose email was never confirmed', () => {
  test('isn’t found, whatever Firebase says; the operator opens it, and a stranger’s former password no more', async () => {
    const first = await aShop()
    const member = await aMember(first, { isConfirmed: false })
    const away = await restart(first, atFirebase())
    const proof = await proofAtFirebase(byGoogle(member.email), 'google')
    expect(await opens(away, proof, member.email)).toBe('no_account')
    expect(problemOf(await signUp(away, proof, member.email))).toMatchObject({
      code: 'email_taken',
      detail: expect.stringContaining('write to the club') as string,
    })
    expect(await confirmForOwner(away.services, member.email)).toBe(true)
    expect(await confirmForOwner(away.services, member.email)).toBe(false)
    expect(await opens(away, proof, member.email)).toBe(member.id)

    const back = await restart(first)
    const former = await proofHere(back, member)
    expect(await opens(back, former, member.email)).toBe('no_account')
    expect(problemOf(await signUp(back, former, member.email)).code).toBe('email_taken')
    await confirmTheEmail(back, member.identityId)
    expect(await opens(back, await proofHere(back, member), member.email)).toBe(member.id)
  })

  test('is as it was after the way back', async () => {
    const first = await aShop()
    const member = await aMember(first, { isConfirmed: false })
    await restart(first, atFirebase())
    const back = await restart(first)
    expect(await opens(back, await proofHere(back, member), member.email)).toBe(member.id)
  })
})

test('accounts made at Firebase are found with the embedded provider, by a password that its mailed link sets', async () => {
  const shop = await startTestServer({ env: atFirebase() })
  const user = byGoogle(anEmail())
  const proof = await proofAtFirebase(user, 'google')
  await signUp(shop, proof, user.email)
  const here = await restart(shop)
  const id = (await findOpenAccountByEmail(here.services.db, user.email))!.id
  const stranger = await aProvenAccount(here, null, 'A Stranger', user.email)
  expect(problemOf(await signUp(here, stranger.proof, user.email)).detail).toContain('Forgot password?')
  await admitAwaited(here.services, { turn: 2, after: FIRST_ID })
  expect(await proofHere(here, stranger)).toBe('refused with 401')
  expect(await identityOf(here, id)).toBe(stranger.identityId)
  const { link } = await here.services.identity.management!.invite({ email: user.email, name: '' })
  const token = new URL(link).searchParams.get('token')
  await askIdentity(here, 'reset-password', { token, newPassword: 'tea salt road' })
  expect(await opens(here, await proofHere(here, { email: user.email, password: 'tea salt road' }), user.email)).toBe(
    id,
  )
})

test('an email that changed meanwhile: the former one opens nothing after the way back', async () => {
  const first = await aShop()
  const member = await aMember(first)
  const away = await restart(first, atFirebase())
  expect(await listOtherIdentities(away.services.db, member.id)).toEqual([
    { provider: 'embedded', identityId: member.identityId },
  ])
  await away.services.db.transaction().execute((tx) => setEmail(tx, member.id, anEmail()))
  const back = await restart(first)
  expect(await opens(back, await proofHere(back, member), member.email)).toBe('no_account')
})

test('what is closed leaves every provider that can be reached; the others are named, to the person too', async () => {
  const first = await aShop()
  const [closed, later] = [await aMember(first), await aMember(first)]
  const away = await restart(first, atFirebase())
  const users = [byGoogle(closed.email), byGoogle(later.email)] as const
  for (const user of users) await opens(away, await proofAtFirebase(user, 'google'), user.email)
  const stays = async (shop: TestServer) => (await shop.send('GET', '/api/config')).json.identity.staysAt as string
  expect(await stays(away)).toBe('')
  await closeByAdmin(away.services, closed.id)
  expect(firebase.users.has(users[0].localId)).toBe(false)
  const known = 'SELECT FROM identity."user" WHERE id = $1'
  expect((await first.database.pool.query(known, [closed.identityId])).rowCount).toBe(0)
  expect(await listOtherIdentities(away.services.db, closed.id)).toEqual([])

  const back = await restart(first)
  expect(await stays(back)).toBe(`Firebase (project ${firebase.projectId})`)
  expect(JSON.stringify(back.content().pages.privacy)).toContain(`stays at Firebase (project ${firebase.projectId})`)
  await closeByAdmin(back.services, later.id)
  expect((await first.database.pool.query(known, [later.identityId])).rowCount).toBe(0)
  expect(firebase.users.has(users[1].localId)).toBe(true)
  expect(back.logged.join()).toContain(users[1].localId)

  const again = await restart(first, atFirebase())
  const { rows } = await first.database.pool.query('SELECT payload FROM graphile_worker._private_jobs')
  expect(rows).toContainEqual({ payload: { accountId: later.id } })
  await finishClosingAccount(again.services, later.id, undefined)
  expect(firebase.users.has(users[1].localId)).toBe(false)
})

test('an admin who can’t sign in after a move gets in by npm run admin, unless the email was never confirmed', async () => {
  const first = await aShop()
  const [boss, unconfirmed] = [await aMember(first), await aMember(first, { isConfirmed: false })]
  const away = await restart(first, atFirebase())
  const services = { ...away.services, refuse: refuseWith }
  const appoint = (email: string) => inviteAccount(services, { email, role: 'admin', linkAlways: true })
  const { invitation } = await appoint(boss.email)
  expect(invitation?.link).toContain('/reset-password?token=')
  expect(await identityOf(away, boss.id)).toEqual(expect.any(String))
  await expect(appoint(unconfirmed.email)).rejects.toThrow(/npm run identity -- --confirm/)
})

test('a tool refuses settings with another provider than the shop has', async () => {
  const { services } = await aShop()
  await expect(requireProvider(services, { id: 'firebase:other', name: 'Firebase' })).rejects.toThrow(/Start the shop/)
  expect(await requireProvider(services, { id: 'embedded', name: '' })).toMatchObject({ since: null })
})

test('the plan says of each account what becomes of it, and whether an admin is among those who get in', async () => {
  const { services, database } = await startTestServer()
  const nobody = await planMove(services, 'firebase:club')
  expect(nobody).toEqual({
    outcomes: { returns: 0, found: 0, mailbox_refuses: 0, unconfirmed: 0 },
    admins: { found: 0, all: 0 },
  })
  const admin = await anAccount(services, 'admin', { emailVerified: false })
  const returning = await anAccount(services, 'buyer', { emailVerified: false })
  const refusing = await anAccount(services, 'buyer')
  const closed = await anAccount(services, 'buyer')
  await closeByAdmin(services, closed.id, admin.id)
  await database.pool.query(`INSERT INTO other_identities VALUES ($1, 'firebase:club', 'uid')`, [returning.id])
  await database.pool.query('UPDATE accounts SET mail_refused_at = now() WHERE id = $1', [refusing.id])
  const listed = new Map<string, string>()
  const plan = await planMove(services, 'firebase:club', ({ email, outcome }) => void listed.set(email, outcome))
  expect(plan).toEqual({
    outcomes: { returns: 1, found: 0, mailbox_refuses: 1, unconfirmed: 1 },
    admins: { found: 0, all: 1 },
  })
  expect(Object.fromEntries(listed)).toEqual({
    [admin.email]: 'unconfirmed',
    [returning.email]: 'returns',
    [refusing.email]: 'mailbox_refuses',
  })
})
