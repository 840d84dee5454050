import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import type { ChecklistItem } from '#contract/settings/checklist.ts'
import { anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const admin = await anAccount(server.services, 'admin')

async function read(from: TestServer = server): Promise<{ item: ChecklistItem; done: boolean; failed: boolean }[]> {
  const token = await freshToken(from.services, admin.id)
  return (await from.send('GET', '/api/dashboard', { token })).json.club.checklist
}
const undone = async (from?: TestServer) => (await read(from)).filter(({ done }) => !done).map(({ item }) => item)

const another = (env: Record<string, string>, pages = {}) => startTestServer({ on: server, env, pages })

const save = async (name: string, text: string) => {
  const { revision } = (await server.send('GET', `/api/content-pages/${name}`, admin)).json
  await server.send('PUT', `/api/content-pages/${name}`, { ...admin, body: { revision, text } })
}
const set = async (wishes: object) => {
  const { revision } = (await server.send('GET', '/api/settings', admin)).json
  await server.send('PATCH', '/api/settings', { ...admin, body: { revision, ...wishes } })
}

test('of a demo nearly everything is open, and each line closes with its own deed, and opens again', async () => {
  expect(await undone()).toEqual([
    'name',
    'contact',
    'imprint',
    'terms',
    'privacy',
    'payout_words',
    'second_admin',
    'second_step',
    'live',
    'public_address',
    'mail_server',
    'cards',
    'backups',
  ])
  // The admin confirmed the default name.
  await set({ name: 'Inkwell', contact: 'hello@example.org' })
  expect(await undone()).not.toContain('name')
  expect(await undone()).not.toContain('contact')
  await set({ contact: '' })
  expect(await undone()).toContain('contact')
  await set({ contact: 'hello@example.org' })

  // Gaps of our texts stay open with a contact alone, and in a copy of the text.
  expect(await undone()).toEqual(expect.arrayContaining(['imprint', 'terms', 'privacy', 'payout_words']))
  await save('terms', '# Terms\n\n> **To whoever runs this club:** have it checked.')
  expect(await undone()).toContain('terms')
  await save('terms', '# Terms\n\nBe kind. Write to {{contact}}.')
  expect(await undone()).not.toContain('terms')
  await set({ contact: '' })
  expect(await undone()).toContain('terms')
  await set({ contact: 'hello@example.org' })

  // Cash alone needs no payouts.
  await set({ payments: 'cash' })
  expect((await read()).map(({ item }) => item)).not.toContain('payout_words')
  await set({ payments: 'card,cash' })

  const body = { name: 'Maps', description: 'Of anywhere', imageUrl: '' }
  const { status } = await server.send('POST', '/api/books-categories', { ...admin, body })
  expect(status).toBe(200)
  expect(await undone()).toContain('category_pictures')

  await anAccount(server.services, 'admin')
  expect(await undone()).not.toContain('second_admin')
})

test('what the operator gave the shop is done by that', async () => {
  const live = await another(
    {
      DOGEAR_MODE: 'live',
      RATE_LIMITS: 'on',
      PUBLIC_URL: 'https://books.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'books@example.org',
      PAYMENTS: 'cash',
      BACKUP_DIR: await aFolder(),
      DOGEAR_NAME: 'Dogear',
    },
    { 'imprint.md': '# Imprint\n\nAda, Market 1.' },
  )
  const done = (await read(live)).filter((one) => one.done).map(({ item }) => item)
  expect(done).toEqual(
    expect.arrayContaining(['name', 'imprint', 'live', 'public_address', 'mail_server', 'cards', 'backups']),
  )
})

test('backups that fail are no backups, and a live shop without keys has yet to say that it takes cash', async () => {
  const folder = path.join(await aFolder(), 'a-file')
  await writeFile(folder, 'in the way')
  const live = await another({
    DOGEAR_MODE: 'live',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'http://127.0.0.1:5998',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'books@example.org',
    BACKUP_DIR: folder,
  })
  await live.backups?.takeIfDue()
  const list = await read(live)
  expect(list).toContainEqual({ item: 'backups', done: false, failed: true })
  expect(list).toContainEqual({ item: 'cards', done: false, failed: false })
  expect(list).toContainEqual({ item: 'public_address', done: false, failed: false })
})
