import { expect, test } from 'vitest'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { startEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { shopUrl } from '#server/database/embedded/shop-role.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { runSql } from '#tests/kit/sql-server.ts'
import { startReplica } from './replica.ts'

test('what a primary has acknowledged is at its replica, which goes on from there', async () => {
  const dataDir = await aFolder()
  const primary = await startEmbeddedDatabase({ dataDir, program: 'a test' })
  const folder = describeDataFolder(dataDir)
  await runSql(primary.url, 'CREATE TABLE told (what text)')
  await runSql(primary.url, `INSERT INTO told VALUES ('before')`)
  const replica = await startReplica(folder, Number(new URL(primary.url).port))
  try {
    await runSql(primary.url, `INSERT INTO told VALUES ('while it streams')`)
    await primary.stop()
    await replica.promote()
    const own = await shopUrl(folder, replica.port)
    // The promoted replica commits alone: it has no replica of its own to wait for.
    await runSql(own, `INSERT INTO told VALUES ('after')`)
    const session = await openLongSession(own, 'a test')
    const { rows } = await session.query<{ what: string }>('SELECT what FROM told')
    await session.end()
    expect(rows.map(({ what }) => what)).toEqual(['before', 'while it streams', 'after'])
  } finally {
    await replica.stop()
  }
})
