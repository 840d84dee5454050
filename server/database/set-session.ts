import type { ClientBase } from 'pg'

/**
 * Applies settings to a session after it has connected. PgBouncer refuses or drops startup parameters, in session mode
 * as well; and settings in an address, such as `?application_name=`, don't win over ours.
 */
export async function setSession(client: ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  await client.query(
    'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS given (name, value)',
    [Object.keys(settings), Object.values(settings)],
  )
}
