import { sql } from 'kysely'
import { makeReport } from '#server/reports/make-report.ts'
import { anAccount } from './accounts-and-books.ts'
import type { TestServer } from './test-server.ts'

/** Reports a book; returns the case. */
export async function aReport({ services }: Pick<TestServer, 'services'>, book: string): Promise<string> {
  const reporter = await anAccount(services, 'buyer')
  const said = { reason: 'misleading', words: 'This isn’t the cover.' } as const
  await makeReport(services, reporter, { kind: 'book', target: book, ...said })
  const { rows } = await sql<{ id: string }>`
    SELECT case_id AS id FROM reports WHERE reporter_id = ${reporter.id}`.execute(services.db)
  return rows[0]!.id
}
