import type { ClientBase } from 'pg'

/**
 * Gives a session its settings, until it ends. Not as a parameter of its start: PgBouncer refuses those, or drops them,
 * in session mode as well; and of those that an address brings along, such as `?application_name=`, none wins over ours.
 */
export async function setSession(client: ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  await client.query(
    'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS given (name, value)',
    [Object.keys(settings), Object.values(settings)],
  )
}
