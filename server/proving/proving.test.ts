import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { beginProof, PROOF_HEADER, refuseDuringUpdate } from './begin-proof.ts'
import { proofRoute } from './proof-route.ts'
import { forgetLife, showLife, watchLife } from './sign-of-life.ts'
import { readUpdateMark, removeUpdateMark, type UpdateMark, writeUpdateMark } from './update-mark.ts'

const root = await aFolder()
const another = path.join(root, 'another')
await mkdir(another)

const markFor = (more: Partial<UpdateMark>): UpdateMark => ({
  state: 'proving',
  opens: root,
  token: 'secret',
  from: { root: another, version: '0.1.0' },
  to: { root, version: '0.2.0' },
  link: path.join(root, 'current'),
  backup: null,
  before: ['0071-schema'],
  aside: null,
  ...more,
})

/** A proof of the program in `root`; ended with the test. */
async function proofIn(dataDir: string) {
  await writeUpdateMark(dataDir, markFor({}))
  onTestFinished(() => removeUpdateMark(dataDir))
  return (await beginProof(dataDir, root))!
}

test('without an update a program opens as always', async () => {
  const dataDir = await aFolder()
  expect(await beginProof(dataDir, root)).toBeNull()
  await refuseDuringUpdate(dataDir)
})

test.each([
  ['while the update has the shop closed', markFor({ state: 'closed' })],
  ['where another program is to be proven', markFor({ opens: another })],
])('none opens %s, and it says what to do', async (_, mark) => {
  const dataDir = await aFolder()
  await writeUpdateMark(dataDir, mark)
  await expect(beginProof(dataDir, root)).rejects.toThrow(
    /being updated from Dogear 0\.1\.0 to 0\.2\.0.*npm run update -- --back/,
  )
  await expect(refuseDuringUpdate(dataDir)).rejects.toThrow('being updated')
  expect(await readUpdateMark(dataDir)).toEqual(mark)
})

test('while it is proven a shop shows everything, takes nothing from people, and sells a copy to the update alone', async () => {
  const dataDir = await aFolder()
  const proof = await proofIn(dataDir)
  const server = await startTestServer({
    proof,
    screens: async (app, { services }) => proofRoute(app, services, { proof, root }),
  })
  const [seller, buyer] = [await anAccount(server.services, 'seller'), await anAccount(server.services, 'buyer')]
  const bookId = await aBook(server.services, seller)
  const buy = () => server.send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(bookId) })
  const ready = (headers = {}) => server.send('GET', '/api/ready', { headers })
  const prove = (token: string) => server.send('POST', '/api/proof', { headers: { [PROOF_HEADER]: token } })

  expect((await server.send('GET', `/api/advertise/${bookId}`)).json).toMatchObject({ available: 'unsold' })
  for (const refused of [await buy(), await ready(), await server.send('GET', '/api/identity/verify-email?token=a')])
    expect(problemOf(refused)).toMatchObject({ status: 503, detail: expect.stringContaining('being updated') })
  expect(await prove('guessed')).toMatchObject({ status: 503 })
  expect((await ready({ [PROOF_HEADER]: 'secret' })).status).toBe(200)
  expect(await prove('secret')).toMatchObject({ status: 200, json: { root, bookId } })

  await removeUpdateMark(dataDir)
  await proof.over
  expect((await ready()).status).toBe(200)
  expect((await prove('secret')).status).toBe(404)
  expect((await buy()).status).toBe(200)
})

test('a mark for another program ends no proof', async () => {
  const dataDir = await aFolder()
  const proof = await proofIn(dataDir)
  await writeUpdateMark(dataDir, markFor({ state: 'closed', opens: another, token: 'other' }))
  // Long enough to have looked.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(proof.isOver).toBe(false)
  await removeUpdateMark(dataDir)
  await until(() => proof.isOver)
})

test('a program that ends while it is proven is noticed; the end of the watch is none', async () => {
  const dataDir = await aFolder()
  const end = await showLife(dataDir)
  const watch = { isOver: false }
  await expect(showLife(dataDir)).rejects.toThrow('Another program is being proven')
  const watching = watchLife(dataDir, () => watch.isOver)
  end()
  await expect(watching).rejects.toThrow('ended by itself')
  forgetLife(dataDir)

  const endSecond = await showLife(dataDir)
  const well = watchLife(dataDir, () => watch.isOver)
  watch.isOver = true
  await expect(well).resolves.toBeUndefined()
  endSecond()
})
