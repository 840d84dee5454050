import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/free-port.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { live, runProgram } from '#tests/kit/shop-process.ts'

const doctor = (env: Record<string, string>, ...args: string[]) => runProgram('tools/doctor/doctor.ts', args, env)
/** Whatever the tests themselves were started with. */
const nothingSet = Object.fromEntries(Object.keys(live).map((name) => [name, '']))

test('mistakes in the settings are named at once, each with what to do; a wrong call tells the right one', async () => {
  const key = 'sk_live_of_the_doctor_0123456789'
  const env = { ...live, SMTP_URL: '', DATA_DIR: await aFolder(), STRIPE_SECRET_KEY: key, BACKUP_KEEP: '3' }
  const { code, output } = await doctor(env)
  expect(code).toBe(1)
  expect(output).toContain(' 1. Settings: fault')
  expect(output).toMatch(/! STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: missing;.*\n *What to do: Correct it;/)
  expect(output).toContain('! BACKUP_KEEP: BACKUP_DIR is missing')
  expect(output).toContain('! SMTP_URL: ')
  expect(output).toContain('1 checks: 0 ok, 1 with a fault.')
  expect(output).not.toContain(key)
  const wrong = await doctor(env, '--send', 'nobody')
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('npm run doctor -- --send name@example.org')])
})

test('before the first start it looks at what is there, makes nothing, and finds no fault', async () => {
  const dataDir = await aFolder()
  const { code, output } = await doctor({ ...nothingSet, DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(output).toContain(`There is no shop in ${dataDir}; set DATA_DIR`)
  expect(output).toContain('What to do: npm start makes it.')
  expect(output).toMatch(/\n12 checks: \d+ ok, \d+ skipped, \d+ with a warning\.\n/)
  expect(code).toBe(0)
  expect(await readdir(dataDir)).toEqual([])
})

test('with a database of its own and outsiders that are away each is a fault, no secret is printed, nothing is migrated', async () => {
  const { url, pool } = await testDatabase({ migrated: false })
  const [away, closed] = [await freePort(), await freePort()]
  const secrets = {
    database: new URL(url).password,
    mail: 'password-of-the-mail-server',
    store: 'secret-of-the-object-store',
    campus: 'secret-of-the-campus-client',
  }
  const { code, output } = await doctor({
    ...live,
    PUBLIC_URL: 'https://localhost:1',
    PORT: String(closed),
    DATA_DIR: await aFolder(),
    DATABASE_URL: url,
    SMTP_URL: `smtp://shop:${secrets.mail}@127.0.0.1:${away}`,
    S3_ENDPOINT: `http://127.0.0.1:${away}`,
    S3_BUCKET: 'club',
    S3_REGION: 'garage',
    S3_ACCESS_KEY_ID: 'GK0123456789abcdef',
    S3_SECRET_ACCESS_KEY: secrets.store,
    OIDC_ISSUER: `https://localhost:${away}`,
    OIDC_CLIENT_ID: 'dogear',
    OIDC_CLIENT_SECRET: secrets.campus,
    OIDC_NAME: 'The Campus',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/ 2\. Emails: fault\n.*ECONNREFUSED/)
  expect(output).toMatch(/ 4\. Sign-in: fault\n.*\n.*The Campus .*can’t be asked: /)
  expect(output).toMatch(/ 5\. Pictures: fault\n.*The object store at 127\.0\.0\.1:\d+ can't be reached: ECONNREFUSED/)
  expect(output).toMatch(/ 7\. Migrations: skipped\n/)
  expect(output).toMatch(/ 8\. Backups: warning\n/)
  const printed = Object.entries(secrets).filter(([, secret]) => secret !== '' && output.includes(secret))
  expect(printed.map(([whose]) => whose)).toEqual([])
  expect(output).not.toMatch(/^\s+at /m)
  const { rowCount } = await pool.query(
    `SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(rowCount).toBe(0)
})

test('a database that can’t be reached is a fault, and what needs it is skipped', async () => {
  const { code, output } = await doctor({
    ...nothingSet,
    DATA_DIR: await aFolder(),
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://club:password-of-the-club@127.0.0.1:${await freePort()}/club`,
  })
  expect(code).toBe(1)
  expect(output).toMatch(
    / 6\. Database: fault\n {4}! The database can't be reached \(.*ECONNREFUSED.*\); check its address\./,
  )
  expect(output).toMatch(/12\. Jobs and events: skipped\n/)
  expect(output).not.toContain('password-of-the-club')
})
