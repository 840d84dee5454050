import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'

/** An empty PostgreSQL of our own for tests, on a folder of its own, which `stop` removes. */
export async function startClusterOfTests(): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-test-'))
  // Under root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755)
  const database = await startEmbeddedDatabase({
    dataDir,
    program: 'npm test',
    durable: false,
    mayCreateDatabases: true,
  })
  return {
    url: database.url,
    async stop() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
