import { Client } from 'pg'
import { connectionOptions } from '#server/database/reaching/connection-options.ts'
import { explainDatabase } from '#server/database/reaching/explain-database.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { setSession } from '#server/database/set-session.ts'

// One format for times and dates whatever the server's settings, and no timeouts.
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_min_messages: 'warning',
}

/** A database that can't be reached. */
export class UnreachableError extends OperatorError {}

/**
 * Connection for work that may take hours. `program` is its name in pg_stat_activity. Throws UnreachableError, without
 * the password, when the server can't be reached.
 */
export async function openLongSession(url: string, program: string): Promise<Client> {
  const client = new Client({
    ...connectionOptions(url),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Statements on a broken connection reject by themselves.
  client.on('error', () => {})
  try {
    await client.connect()
    await setSession(client, { application_name: program, ...SETTINGS })
    return client
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const words = explainDatabase(error) ?? `The database can't be reached (${message || code}); check its address.`
    throw new UnreachableError(words, { cause: error })
  }
}
