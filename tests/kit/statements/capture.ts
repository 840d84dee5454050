import path from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { root } from '#tools/run-step.ts'

/**
 * A database that runs nothing: each statement is handed over with the place of its `execute`, and answered with the rows
 * that come back.
 */
export function capturingDb(answer: (at: string, text: string) => unknown[]): unknown {
  const compiling = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const alone = () => ({ execute: (work: (tx: unknown) => unknown) => work(db) })
  const db = {
    getExecutor() {
      const at = callerOf(new Error().stack ?? '')
      const executor = compiling.getExecutor()
      return {
        transformQuery: executor.transformQuery.bind(executor),
        compileQuery: executor.compileQuery.bind(executor),
        executeQuery: ({ sql }: CompiledQuery) => Promise.resolve({ rows: answer(at, sql), numAffectedRows: 1n }),
      }
    },
    transaction: alone,
    connection: alone,
    isTransaction: true,
  }
  return db
}

/** Of a stack, the first frame that is neither in this file nor in a package. */
function callerOf(stack: string): string {
  for (const line of stack.split('\n')) {
    const [, file, row, column] = /(?:file:\/\/)?(\/[^\s()]+):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (file === undefined || file === import.meta.filename || file.includes('node_modules')) continue
    return `${path.relative(root, file)}:${row}:${column}`
  }
  throw new Error(`No statement’s place in ${stack}`)
}
