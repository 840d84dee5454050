import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sealedMailQueue } from '#server/mail/sealed-mail.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { goneHolders } from './gone-holders.ts'
import { startJobs } from './start-jobs.ts'

// No workers run until a test starts them.
const { services, database, dataDir, logged } = await startTestServer()
const { db } = database
const HOLD_A_JOB = path.resolve(import.meta.dirname, '../../tests/kit/jobs/hold-a-job.ts')
/** Fewer looks than it takes. */
const FEW = 4

async function bookMail(): Promise<void> {
  const mail = { to: { name: '', address: 'reader@example.org' }, subject: 'Hello', blocks: ['Hello'] }
  await sealedMailQueue({ db, sealer: services.sealer }).send(mail)
}

const mailsSent = async () => (await listOutbox(`${dataDir}/outbox`)).length

/** Who has a lock on a job. */
async function lockers(): Promise<string[]> {
  const { rows } = await sql<{ locker: string }>`SELECT locked_by AS locker FROM graphile_worker._private_jobs
    WHERE locked_by IS NOT NULL ORDER BY 1`.execute(db)
  return rows.map(({ locker }) => locker)
}

/** Another process, in the middle of an email. */
async function anInstance(name: string) {
  await bookMail()
  const child = spawn(process.execPath, [HOLD_A_JOB, database.url, name, 'send_mail'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('the email of a killed instance is sent by another, that of a living one is left to it', async () => {
  await anInstance('lives')
  const killed = await anInstance('killed')
  expect(await lockers()).toEqual(['killed/1', 'lives/1'])
  const jobs = await startJobs(services, database.url, { ownsDatabase: false, connections: 5, lookForGoneMs: 20 })
  onTestFinished(() => jobs.stop())
  killed.kill('SIGKILL')
  await until(async () => (await mailsSent()) === 1)
  await until(() => logged.some((line) => line.includes('an instance ended in the middle of these')))
  expect(await lockers()).toEqual(['lives/1'])
})

test('an instance is gone once it was missed five times in a row, by a database that answered', async () => {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
  for (const locker of ['own/1', 'gone/2', 'of an earlier version']) {
    await bookMail()
    await sql`UPDATE graphile_worker._private_jobs SET locked_by = ${locker}, locked_at = now()
      WHERE locked_by IS NULL`.execute(db)
  }
  const state = { isAway: false }
  const reached = db.withPlugin({
    transformQuery: ({ node }) => {
      if (state.isAway) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { look } = goneHolders({ db: reached, log: services.log, own: 'own' })
  const lookFewTimes = async () => {
    for (let turn = 0; turn < FEW; turn += 1) await look()
  }
  await lookFewTimes()
  state.isAway = true
  await look()
  state.isAway = false
  await lookFewTimes()
  expect(await lockers()).toContain('gone/2')
  await look()
  expect(await lockers()).toEqual(['of an earlier version', 'own/1'])
})
