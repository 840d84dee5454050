import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { TestAccount } from './accounts-and-books.ts'
import type { TestServer } from './test-server.ts'

/** A token signed with a foreign key, otherwise right, and for an admin. */
export async function forgedToken(person: Pick<TestAccount, 'id'>): Promise<string> {
  const key = createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return new SignJWT({ ver: 1, auth_time: Math.floor(Date.now() / 1000) })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'club+jwt' })
    .setSubject(person.id)
    .setAudience('dogear')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
}

/** Minted `seconds` from now. */
export async function tokenOf(
  { clock, services: { tokens } }: Pick<TestServer, 'clock' | 'services'>,
  { id }: Pick<TestAccount, 'id'>,
  seconds: number,
): Promise<string> {
  clock.advance(seconds)
  const signedInAt = Math.floor(clock.now().getTime() / 1000)
  const token = await tokens.mint({ accountId: id, version: 1, signedInAt })
  clock.advance(-seconds)
  return token
}
