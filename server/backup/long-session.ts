import { Client } from 'pg'
import { OperatorError } from '#server/database/operator-error.ts'

// Times and dates are written in one way whatever the server's settings are, and nothing is cut off for being long.
const SETTINGS = [
  '-c timezone=UTC',
  '-c datestyle=ISO,YMD',
  '-c intervalstyle=postgres',
  '-c statement_timeout=0',
  '-c idle_in_transaction_session_timeout=0',
  '-c client_min_messages=warning',
].join(' ')

/**
 * One connection for work that may take hours. `program` is its name in pg_stat_activity. Throws an OperatorError
 * without the password when the server can't be reached.
 */
export async function openLongSession(url: string, program: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    options: SETTINGS,
    application_name: program,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A statement on a broken connection rejects by itself.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new OperatorError(`The database can't be reached (${message || code}); check its address.`, { cause: error })
  }
}
