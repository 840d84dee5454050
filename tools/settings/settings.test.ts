import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settings, SETTINGS } from '#server/config/settings.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { live, runProgram } from '#tests/kit/shop-process.ts'
import { maskedValue, settingsTable } from './settings-table.ts'

/** Whatever the tests themselves were started with. */
const nothingSet = Object.fromEntries(Object.keys(live).map((name) => [name, '']))
const print = (env: Record<string, string>, ...args: string[]) =>
  runProgram('tools/settings/settings.ts', args, { ...nothingSet, ...env })

test('before the first start each setting has its value and where it comes from, and nothing is made', async () => {
  const [dataDir, folder] = [await aFolder(), await aFolder()]
  const file = path.join(folder, 'club.env')
  await writeFile(file, 'PORT=4170\nHOLD_HOURS=24\n')
  const { code, output } = await print({ DATA_DIR: dataDir, PORT: '4171' }, '--env-file', file)
  expect(output).toContain(
    `Settings are read from the environment and ${file}; there is no ${dataDir}/dogear.env, which would be read, too.`,
  )
  const lines = new Map(
    Array.from(output.matchAll(/^ {2}([A-Z\d_]+) +(.*?) {2,}(\S.*)$/gm), ([, name, ...rest]) => [name, rest]),
  )
  expect([...lines.keys()]).toEqual(SETTINGS)
  expect(lines.get('PORT')).toEqual(['4171', 'the environment'])
  expect(lines.get('HOLD_HOURS')).toEqual(['24', `${file}, line 2`])
  expect(lines.get('CURRENCY')).toEqual(['USD', 'default'])
  expect(lines.get('DATABASE_URL')).toEqual(['the embedded one', 'default'])
  expect(output).toContain('settings screen isn’t shown: the shop is closed, and its database with it.')
  expect([code, await readdir(dataDir)]).toEqual([0, []])
})

test('with --changed those alone that aren’t the default, and what admins have set on the screen', async () => {
  const { url, db } = await testDatabase()
  const stored = JSON.stringify({ tagline: 'books for all', holdHours: '12', name: 'Our club' })
  await sql`INSERT INTO settings (name, revision, value, at) VALUES ('shop', 1, ${stored}::jsonb, now())`.execute(db)
  const { code, output } = await print(
    { DATA_DIR: await aFolder(), DATABASE_URL: url, DOGEAR_NAME: 'Fixed' },
    '--changed',
  )
  expect(output).toMatch(/^ {2}DOGEAR_TAGLINE +books for all +the settings screen$/m)
  expect(output).toMatch(/^ {2}HOLD_HOURS +12 +the settings screen$/m)
  expect(output).toMatch(/^ {2}DOGEAR_NAME +Fixed +the environment$/m)
  expect(output.match(/^ {2}[A-Z\d_]+ /gm)).toHaveLength(5)
  expect([code, output.includes('default'), output.includes('Log, metrics and traces')]).toEqual([0, false, false])
})

test('mistakes are below the table, and no secret is in what is printed, not even one in the wrong place', async () => {
  const dataDir = await aFolder()
  const secrets = {
    DATABASE_URL: 'postgres://club:password-of-the-club@127.0.0.1:1/club?password=password-in-the-query',
    SMTP_URL: 'smtps://token-of-mail:token-of-mail@mail.example.org',
    STRIPE_SECRET_KEY: 'whsec_in_the_wrong_place',
    STRIPE_PUBLISHABLE_KEY: 'sk_live_in_the_wrong_place',
    GOOGLE_CLIENT_ID: 'GOCSPX-in-the-wrong-place',
    S3_SECRET_ACCESS_KEY: 'secret-of-the-store',
    OPEN_LIBRARY_URL: 'https://reader:password-of-the-reader@books.example.org',
  }
  const entries = Object.entries(secrets).map(([name, value]) => `${name}='${value}'`)
  await writeFile(path.join(dataDir, 'dogear.env'), [...entries, 'DOGEAR_NMAE=x'].join('\n'), { mode: 0o600 })
  const { code, output } = await print({ DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output).toMatch(/To correct:\n(.*\n)* {2}STRIPE_PUBLISHABLE_KEY: is a secret key.*dogear\.env, line 4\)\n/)
  expect(output).toMatch(/\n {2}DOGEAR_NMAE: is no setting.*DOGEAR_NAME is one \(.*dogear\.env, line 8\)\n/)
  expect(output).toMatch(/ S3_SECRET_ACCESS_KEY +set, 19 characters +/)
  const words = /password-|token-of-mail|in.the.wrong.place|secret-of-the-store/
  expect(output).not.toMatch(words)
  // The test's own eyes: the words are what the values have.
  expect(Object.values(secrets).every((value) => words.test(value))).toBe(true)
})

test('of each secret setting nothing but its length, or an address without user and password, is printed', () => {
  const secret = SETTINGS.filter((name) => settings[name].secret)
  const address = 'postgres://who:s3cr3t@host:5432/name?sslmode=require&password=s3cr3t'
  const values = Object.fromEntries(secret.map((name) => [name, settings[name].secret === 'all' ? 's3cr3t' : address]))
  const origins = new Map(secret.map((name) => [name, { place: 'the environment' }]))
  const table = settingsTable({ values, origins, stored: {}, faulty: [], onlyChanged: true })
  expect(table).not.toMatch(/s3cr3t|who/)
  expect(table.match(/set, 6 characters {2,}the environment/g)).toHaveLength(
    secret.filter((name) => settings[name].secret === 'all').length,
  )
  expect(maskedValue('DATABASE_URL', address, false)).toBe('postgres://[hidden]@host:5432/name?sslmode=require')
  expect(maskedValue('DATABASE_URL', 's3cr3t', false)).toBe('set, 6 characters')
  expect(maskedValue('PUBLIC_URL', 'https://books.example.org', false)).toBe('https://books.example.org')
})

test('a wrong call tells the right one', async () => {
  const { code, output } = await print({ DATA_DIR: await aFolder() }, '--all')
  expect([code, output]).toEqual([1, expect.stringContaining('npm run settings -- --changed')])
})
