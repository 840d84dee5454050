import type { ClientBase, QueryConfig } from 'pg'

type Answered = (error: Error | undefined, result: unknown) => void
type Send = (asked: string | QueryConfig, answered: Answered) => void

const BEGINS = /^\s*(?:begin|start transaction)\b/i
const ENDS = /^\s*(?:commit|rollback)\s*;?\s*$/i
/** A setting that would stay with the session. */
const SETS = /^\s*set (\w+) = (\w+)\s*$/i

/**
 * Lets a connection work through a pooler in transaction mode, where each transaction may run in another session of the
 * server: settings go along with every transaction (`SET LOCAL`) and leave nothing behind, a statement outside any gets
 * a transaction of its own, and is answered after its commit, and no statement has a name.
 */
export function shareSession(client: ClientBase, given: Readonly<Record<string, string>>): void {
  const settings = new Map(Object.entries(given))
  const send = client.query.bind(client) as unknown as Send
  let isInTransaction = false

  const begin = (statement: string) =>
    [statement, ...[...settings].map(([name, value]) => `SET LOCAL ${name} = ${client.escapeLiteral(value)}`)].join(
      '; ',
    )

  const alone: Send = (asked, answered) =>
    send(begin('BEGIN'), (refusal) => {
      const end = (failure: Error | undefined, found: unknown) =>
        // After a failure this rolls back. What a deferred trigger refuses fails here.
        send('COMMIT', (error) => answered(failure ?? error, found))
      if (refusal) return end(refusal, undefined)
      send(asked, end)
    })

  const query: Send = (asked, answered) => {
    const text = typeof asked === 'string' ? asked : asked.text
    const set = isInTransaction ? null : SETS.exec(text)
    if (set) {
      settings.set(set[1]!, set[2]!)
      return process.nextTick(answered, undefined, { rows: [], rowCount: null, command: 'SET' })
    }
    if (BEGINS.test(text)) {
      isInTransaction = true
      return send(begin(text), answered)
    }
    if (!isInTransaction) return alone(asked, answered)
    if (ENDS.test(text)) isInTransaction = false
    return send(asked, answered)
  }

  /** As pg's own: values and callback may each be left out. */
  const asPg = (asked: string | QueryConfig, values?: unknown[] | Answered, callback?: Answered) => {
    const { name: _, ...unnamed } = typeof asked === 'string' ? { text: asked } : asked
    const answered = typeof values === 'function' ? values : callback
    const statement = Array.isArray(values) ? { ...unnamed, values } : unnamed
    if (answered) return query(statement, answered)
    return new Promise((resolve, reject) => {
      query(statement, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }
  client.query = asPg as typeof client.query
}
