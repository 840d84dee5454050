import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { runProgram } from '#tests/kit/shop-process.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const SECONDS = 1000

/** Runs the tool beside a shop, in a shell with these settings more. */
const identity = ({ database, dataDir }: TestServer, args: string[], more: Record<string, string> = {}) =>
  runProgram('tools/identity/identity.ts', args, { DATABASE_URL: database.url, DATA_DIR: dataDir, ...more })

test(
  'npm run identity tells beforehand who finds their account, and lists them',
  { timeout: 60 * SECONDS },
  async () => {
    const shop = await startTestServer()
    await aProvenAccount(shop, 'buyer')
    const { email } = await anAccount(shop.services, 'seller', { email: 'ida@example.org' })
    const list = path.join(shop.dataDir, 'accounts.csv')
    const project = { FIREBASE_PROJECT_ID: 'my-club' }
    const alone = await identity(shop, ['--to', 'firebase', '--list', list], project)
    expect(alone.output).toMatch(/ 1 +finds the account by its confirmed email/)
    expect(alone.output).toMatch(/ 1 +doesn’t find the account: its email was never confirmed/)
    expect(alone.output).toContain('ADMINS: NONE')
    expect(alone.output).toContain('Today people sign in here: 1 with a password.')
    expect(alone.output).toContain('argon2id, which Firebase can’t import')
    expect(alone.output).toContain('Set FIREBASE_SERVICE_ACCOUNT')
    expect(alone.code).toBe(1)
    expect((await stat(list)).mode & 0o777).toBe(0o600)
    expect((await readFile(list, 'utf8')).split('\r\n')).toContain(
      `"${email}",seller,finds the account by its confirmed email`,
    )

    await anAccount(shop.services, 'admin')
    const managed = await identity(shop, ['--to', 'firebase'], {
      ...project,
      FIREBASE_SERVICE_ACCOUNT: '/run/key.json',
    })
    expect(managed.output).toContain('Admins: 1 of 1 find their account.')
    expect(managed.output).not.toContain('Set FIREBASE_SERVICE_ACCOUNT')
    expect(managed.code).toBe(0)
    expect((await identity(shop, ['--to', 'firebase', '--list', list], project)).output).toContain('is there already')
    expect((await identity(shop, ['--to', 'embedded'])).output).toContain('The shop has the shop’s own sign-in already')
  },
)

test(
  'npm run identity says how it is called, and opens only an account that waits',
  { timeout: 60 * SECONDS },
  async () => {
    const shop = await startTestServer()
    const { email } = await anAccount(shop.services, 'buyer', { emailVerified: false })
    for (const args of [[], ['--to', 'firebase'], ['--to', 'elsewhere'], ['--confirm', 'nobody']]) {
      const { code, output } = await identity(shop, args)
      expect([args, code, output]).toEqual([args, 1, expect.stringContaining('Say where to: npm run identity')])
    }
    expect(await identity(shop, ['--confirm', email])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`No account with ${email} waits`) as string,
    })
    await shop.database.pool.query('UPDATE accounts SET identity_id = NULL WHERE email = $1', [email])
    expect(await identity(shop, ['--confirm', email])).toMatchObject({ code: 0 })
  },
)
