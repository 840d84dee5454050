import type { Config } from '#server/config.ts'

/** Describes where a database is, without its password. */
export function nameDatabase(database: Config['database'], dataDir: string): string {
  if (database.kind === 'embedded') return `the embedded database in ${dataDir}`
  const { hostname, port, pathname, search } = new URL(database.url)
  const host = new URLSearchParams(search).get('host') ?? hostname
  return `the database ${pathname.slice(1)} on ${host}${port && `:${port}`}`
}
