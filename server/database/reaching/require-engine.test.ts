import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { openPool } from '../open-pool.ts'
import { requireEngine } from './require-engine.ts'

/** Why a start refuses a database whose own functions stand before PostgreSQL's, as an engine's do that imitates it. */
async function whyNot(functions: string[], heardWithinMs?: number): Promise<string> {
  const { url, pool } = await testDatabase({ migrated: false })
  await pool.query(['CREATE SCHEMA engine', ...functions].join(';\n'))
  const name = new URL(url).pathname.slice(1)
  await pool.query(`ALTER DATABASE ${name} SET search_path = engine, pg_catalog, public`)
  const imitated = openPool(url, { name: 'dogear', max: 2 })
  onTestFinished(() => imitated.end())
  return requireEngine(imitated, heardWithinMs).then(
    () => 'it is well',
    (error: Error) => error.message,
  )
}

const says = (call: string, type: string, answer: string) =>
  `CREATE FUNCTION engine.${call} RETURNS ${type} LANGUAGE sql AS $$ SELECT ${answer} $$`
const LOCK = says('pg_advisory_lock(bigint)', 'void', '')
const TRY = says('pg_try_advisory_lock(bigint)', 'boolean', 'true')
const TRY_WITHIN = says('pg_try_advisory_xact_lock(bigint)', 'boolean', 'true')

test('PostgreSQL itself is well', async () => {
  expect(await whyNot([])).toBe('it is well')
})

test.each([
  ['says yes to each lock, as CockroachDB does', [LOCK, TRY, TRY_WITHIN]],
  ['says yes to locks within a transaction alone', [TRY_WITHIN]],
  ['says yes to locks of a session alone', [TRY]],
])('an engine is refused in words that %s', async (_, functions) => {
  expect(await whyNot(functions)).toMatch(
    /^The database \(PostgreSQL .*\) gives an advisory lock to one session while another has it\. .*docs\/scaling\.md/,
  )
})

test('an engine is refused that takes notifications and delivers none', async () => {
  expect(await whyNot([says('pg_notify(text, text)', 'void', '')], 200)).toContain('delivers no notification')
})

test('an engine is refused that takes a deferred trigger and runs it at once', async () => {
  const { pool } = await testDatabase({ migrated: false })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (text: string, ...given: unknown[]) => unknown
    const atOnce = (text: string, ...given: unknown[]) =>
      query(
        text.replace('CREATE CONSTRAINT TRIGGER', 'CREATE TRIGGER').replace('DEFERRABLE INITIALLY DEFERRED', ''),
        ...given,
      )
    client.query = atOnce as typeof client.query
  })
  await expect(requireEngine(pool)).rejects.toThrow('doesn’t run a deferred trigger')
})
