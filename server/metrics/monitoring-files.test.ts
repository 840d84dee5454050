import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/duration.ts'
import { readMetrics } from '#contract/metrics.ts'
import { addJob } from '#server/database/add-job.ts'
import { temporaryFolder } from '#tests/kit/shop-process.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const FOLDER = path.resolve('deploy/monitoring')
const rules = await readFile(path.join(FOLDER, 'alerts.yml'), 'utf8')
const board = JSON.parse(await readFile(path.join(FOLDER, 'grafana-board.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const runbook = await readFile('docs/runbook.md', 'utf8')
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name!)

const METRIC = /\b(?:dogear|nodejs|process)_\w+/g

test('each metric of the alerts and the board is one that the shop exposes', async () => {
  const shop = await startTestServer({ jobs: true, env: { BACKUP_DIR: await temporaryFolder() } })
  const { metrics, db } = shop.services
  // What has no value before its first event.
  metrics.answered({ route: '/', method: 'GET', outcome: '2xx', seconds: 0.1, cacheResult: 'hit' })
  metrics.mailEnded('sent')
  metrics.jobEnded('send_mail', 'done', 0.1)
  await sql`INSERT INTO payment_events (id, type) VALUES ('evt_1', 'payment_intent.succeeded')`.execute(db)
  const tomorrow = new Date(shop.clock.now().getTime() + DAY_MS)
  await db.transaction().execute((tx) => addJob(tx, 'pay_out', {}, tomorrow))
  const { text } = await shop.send(readMetrics.method, `/api${readMetrics.path}`)
  const exposed = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!))
  const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
  const asked = [rules, ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].join('\n')
  const names = new Set(Array.from(asked.matchAll(METRIC), ([name]) => base(name)))
  // No card payment, no collection of garbage and no turn of the event loop may have been seen yet.
  const later = /^(?:dogear_payment_last_timestamp|nodejs_gc_duration|nodejs_eventloop_lag)_/
  expect([...names].filter((name) => !exposed.has(name) && !later.test(name))).toEqual([])
  expect(names.size).toBeGreaterThan(25)
})

test('each alert has its part in the runbook', () => {
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)(
  'the alerts fire where they should and are silent where all is well (skipped where promtool isn’t installed)',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: FOLDER,
      encoding: 'utf8',
    })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  },
)
