import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import { insertAccount } from '#server/accounts/accounts.public.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { freshToken, type TestAccount } from './accounts-and-books.ts'
import type { Sent, TestServer } from './test-server.ts'
import { until } from './until.ts'

export interface ProvenAccount extends TestAccount {
  password: string
  /** The identity provider's session cookie, as in a browser. */
  cookie: string
  /** A fresh ID token. */
  proof: string
}

/** Signs up a person at the identity provider; with a role, also at the shop. */
export async function aProvenAccount(
  server: TestServer,
  role: Role | null,
  name = 'Proven Person',
  email = `proven-${randomBytes(5).toString('hex')}@example.org`,
): Promise<ProvenAccount> {
  const password = randomBytes(9).toString('base64url')
  const cookie = cookiesOf(await askIdentity(server, 'sign-up/email', { name, email, password }))
  const proof = await proofOf(server, cookie)
  const { sub } = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }
  const person = { identityId: sub, email, password, cookie, proof, name, id: '', token: '' }
  if (!role) return person
  const account = await insertAccount(
    server.services.db,
    { identityId: sub, email, emailVerified: false, name: person.name, photoUrl: null, role },
    server.services.clock.now(),
  )
  if (!account) throw new Error(`${email} has an account already`)
  const token = await freshToken(server.services, account.id, account.version)
  return { ...person, id: account.id, token }
}

/** Sends something to the identity provider, as the shop's own pages do. */
export const askIdentity = (
  { send, origin }: Pick<TestServer, 'send' | 'origin'>,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Sent> => send('POST', `/api/identity/${path}`, { body, headers: { origin, ...headers } })

/** Confirms an email, as the mailed link does. */
export async function confirmTheEmail({ database: { db } }: TestServer, identityId: string): Promise<void> {
  await sql`UPDATE identity."user" SET "emailVerified" = true WHERE id = ${identityId}`.execute(db)
  await sql`UPDATE accounts SET email_verified = true WHERE identity_id = ${identityId}`.execute(db)
}

/** The cookies that an answer sets, as a browser sends them. */
export const cookiesOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** A fresh ID token for a session. */
export async function proofOf(server: TestServer, cookie: string): Promise<string> {
  const answer = await server.send('GET', '/api/identity/token', { headers: { cookie, origin: server.origin } })
  return answer.json.token as string
}

/** Token of the link in the latest mail to an address with such a subject; waits for it. */
export async function mailedLink(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  address: string,
  subject: RegExp,
): Promise<string | null> {
  const find = async () =>
    (await listOutbox(`${dataDir}/outbox`)).find((mail) => mail.to.address === address && subject.test(mail.subject))
  await until(async () => (await find()) !== undefined)
  return new URL(/https?:\/\/\S+/.exec((await find())!.text)![0]).searchParams.get('token')
}
