import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { signInLines } from './sign-in-lines.ts'

const { services } = await startTestServer()
const person = { role: 'admin', name: 'Ottilie Brandt', email: 'ottilie@example.org', password: 'abcd-efgh' } as const
const people = [person]

test('the demo’s people are told with their passwords, and without once sign-ins have moved elsewhere', async () => {
  const { id, email } = await anAccount(services, 'admin')
  const ottilie = { ...person, email }
  expect(await signInLines(services, people)).toEqual([expect.stringContaining('abcd-efgh')])
  expect(await signInLines(services, [ottilie])).toEqual([expect.stringMatching(/^admin .*abcd-efgh$/)])

  await sql`UPDATE accounts SET identity_id = NULL WHERE id = ${id}`.execute(services.db)
  const site = { ...services.site, identity: { ...services.site.identity, keptBy: 'Firebase' } }
  const moved = (await signInLines({ ...services, site }, [ottilie])).join('\n')
  expect(moved).toContain('moved to Firebase since the demo was drawn')
  expect(moved).not.toContain('abcd')

  const elsewhere = { ...site, identity: { ...site.identity, takesDemoPeople: false } }
  expect((await signInLines({ ...services, site: elsewhere }, people)).join()).toContain('can’t sign in here')
})
