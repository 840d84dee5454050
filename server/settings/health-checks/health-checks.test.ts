import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { healthCheckNames, type HealthReport } from '#contract/settings/health-checks.ts'
import { noteVersion } from '#server/database/marks/program-versions.ts'
import { VERSION } from '#server/config/version.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const PASSWORD = 'password-of-the-mail-server'
const server = await startTestServer({
  env: { SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:9`, MAIL_FROM: 'shop@example.org' },
})

test('an admin is answered by each check, without a secret; nobody else, and no other', async () => {
  const { token } = await anAccount(server.services, 'admin')
  await mkdir(path.join(server.dataDir, 'images'), { recursive: true })
  const run = (name: string, as = token) => server.send('POST', `/api/health-checks/${name}`, { token: as })
  for (const name of healthCheckNames) {
    const { status, json, text } = await run(name)
    expect([name, status]).toEqual([name, 200])
    const report = json as HealthReport
    expect(report.text).toContain(`. ${report.title}: ${report.state}`)
    expect(text).not.toContain(PASSWORD)
  }
  expect((await run('emails')).json).toMatchObject({ title: 'Emails', state: 'fault' })
  expect((await run('pictures')).json).toMatchObject({ title: 'Pictures', state: 'ok' })
  expect((await run('address')).json.text).toContain('leads to this shop.')
  expect((await run('nothing')).status).toBe(422)
  expect((await run('emails', (await anAccount(server.services, 'seller')).token)).status).toBe(403)
})

test('the version stands in readiness, and in what admins are answered, a refusal included; in nobody else’s', async () => {
  const [admin, seller] = [await anAccount(server.services, 'admin'), await anAccount(server.services, 'seller')]
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+/)
  expect((await server.send('GET', '/api/ready')).json).toMatchObject({ version: VERSION })
  const headerOf = async (method: string, path: string, token?: string) =>
    (await server.send(method, path, token === undefined ? {} : { token })).headers.get('x-dogear-version')
  expect(await headerOf('GET', '/api/versions', admin.token)).toBe(VERSION)
  expect(await headerOf('POST', '/api/health-checks/nothing', admin.token)).toBe(VERSION)
  expect(await headerOf('GET', '/api/versions', seller.token)).toBeNull()
  expect(await headerOf('GET', '/api/account/sessions', seller.token)).toBeNull()
  expect(await headerOf('GET', '/api/ready')).toBeNull()
})

test('an admin sees what another address changes, by however it is typed; no address is told at its field', async () => {
  const { token } = await anAccount(server.services, 'admin')
  const plan = (address: string) => server.send('POST', '/api/domain-plan', { token, body: { address } })
  const { status, json, text } = await plan(' New.example.org/ ')
  expect([status, json]).toEqual([200, { from: expect.stringContaining('http://'), findings: expect.any(Array) }])
  expect(text).toContain('Set PUBLIC_URL=https://new.example.org and FORMER_URLS=')
  expect(text).not.toContain(PASSWORD)
  for (const address of ['', 'https://new.example.org/shop', 'https://a:b@new.example.org'])
    expect((await plan(address)).json).toMatchObject({ status: 422, invalidFields: [{ field: 'address' }] })
})

test('an admin reads which versions have opened the database', async () => {
  const { token } = await anAccount(server.services, 'admin')
  for (const version of ['0.0.9', VERSION]) await noteVersion(server.database.pool, version, [])
  const { json } = await server.send('GET', '/api/versions', { token })
  expect(json).toMatchObject({ running: VERSION, history: [{ version: VERSION, migrations: 0 }, { version: '0.0.9' }] })
  expect((await server.send('POST', '/api/health-checks/migrations', { token })).text).toContain(
    `Dogear ${VERSION} opened it last`,
  )
})
