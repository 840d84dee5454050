import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '#server/config/version.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { askNewestRelease, findNewerRelease, isNewer } from './newest-release.ts'

const GITHUB = { tag_name: 'v99.1.0', html_url: 'https://example.org/releases/v99.1.0', body: 'Much is new.' }

/** A page of releases, and a shop that asks it. */
async function aShop() {
  const page = {
    asked: [] as (string | undefined)[],
    answer: (r: ServerResponse) => void r.end(JSON.stringify(GITHUB)),
  }
  const http = createServer((request, response) => {
    page.asked.push(request.headers['user-agent'])
    page.answer(response)
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  const { port } = http.address() as { port: number }
  const shop = await startTestServer({ env: { NEWEST_VERSION_URL: `http://127.0.0.1:${port}/releases/latest` } })
  return {
    page,
    shop,
    ask: () => askNewestRelease(shop.services),
    newer: () => findNewerRelease(shop.services, VERSION),
  }
}

test('a newer version is asked for once a day, of all processes, and told to admins', async () => {
  const { page, shop, ask, newer } = await aShop()
  await Promise.all([ask(), ask(), ask()])
  expect(page.asked).toEqual([`Dogear ${VERSION}`])
  expect(await newer()).toEqual({ version: '99.1.0', page: GITHUB.html_url })
  const { token } = await anAccount(shop.services, 'admin')
  expect((await shop.send('GET', '/api/task-counts', { token })).json.notices).toContainEqual({
    kind: 'release',
    since: null,
    found: `Dogear 99.1.0 is out; this shop runs ${VERSION}.`,
    advice: expect.stringContaining('runbook'),
    page: GITHUB.html_url,
  })
  shop.clock.advance(24 * 3600)
  await ask()
  expect(page.asked).toHaveLength(2)
})

test('an answer that can’t be read keeps the earlier one, and is tried again a day later', async () => {
  const { page, shop, ask, newer } = await aShop()
  await ask()
  const bad = ['<html>', '{}', '{"tag_name":"latest"}', '{"tag_name":"v100.0.0","html_url":"javascript:alert(1)"}']
  for (const text of bad) {
    page.answer = (response) => void response.end(text)
    shop.clock.advance(24 * 3600)
    await ask()
    expect(await newer()).toMatchObject({ version: '99.1.0' })
  }
  expect(page.asked).toHaveLength(1 + bad.length)
  expect(shop.logged.filter((line) => line.includes('the newest version could not be asked for'))).toHaveLength(
    bad.length,
  )
})

test('without the setting nobody is asked', async () => {
  const { services } = await startTestServer()
  await askNewestRelease(services)
  expect(await findNewerRelease(services, '0.0.1')).toBeNull()
})

test.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.9.9', true],
  ['0.9.10', '0.9.9', true],
  ['0.9.9', '0.9.9', false],
  ['0.9.8', '0.9.9', false],
  ['0.9.9', '0.9.9-trial', true],
])('%s is newer than %s: %s', (version, running, is) => expect(isNewer(version, running)).toBe(is))
