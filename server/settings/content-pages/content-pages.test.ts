import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contentPageNames } from '#contract/screens.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ env: { DOGEAR_NAME: 'Paper Club' } })
const { services } = server
const admin = await anAccount(services, 'admin', { name: 'Keeper' })

type Name = (typeof contentPageNames)[number]
const ask = (method: string, name: string, body?: object, from: TestServer = server) =>
  from.send(method, `/api/content-pages/${name}`, { as: admin, body })
const read = async (name: Name, from?: TestServer) => (await ask('GET', name, undefined, from)).json
/** Uses the current revision, unless a test gives another. */
const save = async (name: Name, text: string, more: { revision?: number } = {}) =>
  ask('PUT', name, { revision: (await read(name)).revision, text, ...more })
const goBack = async (name: Name) => ask('POST', `${name}/reset`, { revision: (await read(name)).revision })
/** As the screens are given it. */
const shown = (name: Name, from: TestServer = server) => from.content().pages[name]
const audited = async () => (await server.send('GET', '/api/audit-log?kind=page_changed&limit=100', admin)).json

/** Starts another process on the same database, with a data folder of its own. */
const another = (pages = {}) => startTestServer({ on: server, pages })

test('at first every page shows the text that comes along', async () => {
  const list = (await server.send('GET', '/api/content-pages', admin)).json
  expect(list.map(({ name }: { name: string }) => name)).toEqual([...contentPageNames])
  expect(list[0]).toEqual({ name: 'about', title: 'About the club', source: 'project', savedAt: null, problem: null })
  const page = await read('about')
  expect(page).toMatchObject({ revision: 0, source: 'project', below: 'project' })
  expect(page.text).toMatch(/^# About the club\n/)
  expect(page.variables).toContainEqual({ name: 'name', value: 'Paper Club', setting: 'name', fixed: true })
  expect(page.variables).toContainEqual({ name: 'hold', value: '48 hours', setting: 'holdHours', fixed: false })
  expect(page.variables).toContainEqual({ name: 'handOverDays', value: '14', setting: null, fixed: false })
})

test('there are no other pages', async () => {
  for (const [method, name] of [
    ['GET', 'blogs'],
    ['GET', '__proto__'],
    ['GET', 'shop'],
  ] as const)
    expect(problemOf(await ask(method, name))).toMatchObject({ status: 422, invalidFields: [{ field: 'name' }] })
})

describe('what an admin saves', () => {
  test('is shown at once, and a preview is the very same', async () => {
    const text = '# About *{{name}}*\r\n\r\nWe meet at {{publicUrl}}. <b>Hello</b>\r\n\r\n## When\r\n\r\nOn Mondays.'
    const preview = await ask('POST', 'about/preview', { text })
    expect(shown('about').title).toBe('About the club')
    const saved = await save('about', text)
    expect(saved.json).toMatchObject({ revision: 1, source: 'admins', title: 'About Paper Club', problem: null })
    expect(saved.json.text).toBe(text.replaceAll('\r\n', '\n'))
    expect(saved.json.savedAt).toBe(server.clock.now().toISOString())
    expect(shown('about').html).toContain('&lt;b&gt;Hello')
    expect(shown('about').sections).toEqual([{ anchor: 'when', title: 'When' }])
    expect(preview.json).toEqual(shown('about'))
  })

  test('follows the settings that are saved after it', async () => {
    await save('contact', '# Contact\n\nWrite to {{contact}}.')
    const { revision } = (await server.send('GET', '/api/settings', admin)).json
    await server.send('PATCH', '/api/settings', { ...admin, body: { revision, contact: 'hello@example.org' } })
    expect(shown('contact').description).toBe('Write to hello@example.org.')
  })

  test('gives way to the text below it, which is none of theirs', async () => {
    const ours = (await read('terms')).text
    await save('terms', '# Rules\n\nBe kind.')
    const back = await goBack('terms')
    expect(back.json).toMatchObject({ source: 'project', revision: 2, savedAt: null, text: ours })
    expect(shown('terms').title).toBe('Terms of use')
    expect((await goBack('terms')).json.revision).toBe(2)
  })

  test('is in the audit log with its admin, and stays under its revision', async () => {
    const before = (await audited()).length
    server.clock.advance(1)
    await save('imprint', '# Imprint\n\nOne.')
    server.clock.advance(1)
    await save('imprint', '# Imprint\n\nTwo.')
    // Saved already.
    await save('imprint', '# Imprint\n\nTwo.', { revision: 1 })
    server.clock.advance(1)
    await goBack('imprint')
    const log = await audited()
    expect(log.length - before).toBe(3)
    expect(log.slice(0, 3)).toMatchObject([
      { page: 'imprint', source: 'project', revision: 3, by: { id: admin.id } },
      { page: 'imprint', source: 'admins', revision: 2 },
      { page: 'imprint', source: 'admins', revision: 1 },
    ])
    expect((await ask('GET', 'imprint/earlier')).json).toMatchObject([
      { revision: 3, text: null, savedAt: server.clock.now().toISOString() },
      { revision: 2, text: '# Imprint\n\nTwo.' },
      { revision: 1, text: '# Imprint\n\nOne.' },
    ])
  })

  test('is refused on a stale revision, and one of two at once is', async () => {
    const { revision } = (await save('privacy', '# Privacy\n\nFirst.')).json
    const late = await save('privacy', '# Privacy\n\nLate.', { revision: revision - 1 })
    expect(problemOf(late)).toMatchObject({ status: 409, code: 'page_changed' })
    const late2 = await ask('POST', 'privacy/reset', { revision: revision - 1 })
    expect(problemOf(late2)).toMatchObject({ status: 409, code: 'page_changed' })
    const turns = Array.from({ length: 6 }, (_, turn) => save('privacy', `# Privacy\n\nTurn ${turn}.`, { revision }))
    const answers = await Promise.all(turns)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const kept = answers.findIndex(({ status }) => status === 200)
    expect(shown('privacy').description).toBe(`Turn ${kept}.`)
  })

  test.each([
    ['nothing', '  ', 'write a text'],
    ['no title', 'Hello', 'must begin with its title'],
    ['what stands for nothing', '# A\n\n{{nmae}}', '{{nmae}} stands for nothing; there are {{name}}'],
    ['a program', '# A\n\n[x](javascript:alert(1))', 'a link leads to'],
    ['too much', `# A\n\n${'x'.repeat(60_000)}`, '60000 characters'],
  ])('is never %s: that is told at its field', async (_what, text, words) => {
    const { revision } = await read('how-buying-works')
    for (const path of ['how-buying-works', 'how-buying-works/preview']) {
      const problem = problemOf(await ask(path.endsWith('preview') ? 'POST' : 'PUT', path, { text, revision }))
      expect(problem).toMatchObject({ code: 'invalid_input', invalidFields: [{ field: 'text' }] })
      expect(problem.invalidFields[0]!.message).toContain(words)
    }
    expect((await read('how-buying-works')).revision).toBe(revision)
  })
})

test('an operator’s file stands between: below an admin’s text, above ours', async () => {
  await goBack('terms')
  const other = await another({
    'terms.md': '# The operator’s terms\n\nBe quiet.',
    'imprint.md': '# Ours\n\nA street.',
  })
  expect(await read('terms', other)).toMatchObject({
    source: 'operator',
    below: 'operator',
    title: 'The operator’s terms',
  })
  await save('terms', '# An admin’s terms\n\nBe kind.')
  await until(async () => (await read('terms', other)).source === 'admins')
  expect(shown('terms', other).title).toBe('An admin’s terms')
  await goBack('terms')
  await until(async () => (await read('terms', other)).source === 'operator')
  expect(shown('terms').title).toBe('Terms of use')
})

test('a saved text that this version can’t show leaves the page available, and says why', async () => {
  const other = await another()
  const raised = () => sql`INSERT INTO settings (name, revision, value, at)
    SELECT 'pages/terms', max(revision) + 1, '"# Later\\n\\n{{later}}"', now() FROM settings WHERE name = 'pages/terms'`
  await raised().execute(services.db)
  await until(async () => (await read('terms', other)).problem !== null)
  expect(await read('terms', other)).toMatchObject({ source: 'project', title: 'Terms of use' })
  expect((await read('terms', other)).problem).toContain('{{later}} stands for nothing')
  expect(shown('terms', other).title).toBe('Terms of use')
  await until(async () => (await save('terms', '# Mended\n\nAgain.')).status === 200)
  expect(await read('terms')).toMatchObject({ source: 'admins', problem: null })
})
