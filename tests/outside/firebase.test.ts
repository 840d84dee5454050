import { expect, test } from 'vitest'

const { OUTSIDE_FIREBASE_EMULATOR: host = '', OUTSIDE_FIREBASE_PROJECT: project = '' } = process.env

test('the emulator keeps the accounts of a project', async () => {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:query`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toMatchObject({ recordsCount: '0' })
})
