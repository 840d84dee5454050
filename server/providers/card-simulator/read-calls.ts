import { asOf } from './as-of.ts'
import { answer, type Operation } from './call.ts'
import { expand } from './expand.ts'
import type { Kind, StripeObject } from './objects.ts'
import { readCreated, readLimit, readList, requireKnown } from './parameters.ts'
import { noSuch } from './refusals.ts'
import type { StoreTransaction } from './store.ts'

/** Operation that answers one object of a kind. */
export const retrieve =
  (kind: Kind): Operation =>
  async (tx, call) => {
    requireKnown(call.form, [])
    const object = await tx.find(call.id)
    if (object?.object !== kind) throw noSuch(kind, call.id, 'id')
    return answer(tx, object, call)
  }

/** Operation that answers a page of a kind, newest first, by the fields that may be asked for. */
export const list =
  (kind: Kind, url: string, fields: string[] = []): Operation =>
  async (tx, call) => {
    const { form, now } = call
    requireKnown(form, ['limit', 'starting_after', 'ending_before', 'created', /^created\[/, /^types\[/, ...fields])
    const limit = readLimit(form)
    const after = await neighbour(tx, kind, form, 'starting_after')
    const before = after ? null : await neighbour(tx, kind, form, 'ending_before')
    const created = readCreated(form)
    const types = readList(form, 'types')
    const found = await tx.list(kind, {
      now,
      limit: limit + 1,
      where: {
        ...Object.fromEntries(fields.flatMap((name) => (form.has(name) ? [[name, form.get(name)!]] : []))),
        ...(types && { type: types }),
      },
      ...(created && { created }),
      ...(after && { after }),
      ...(before && { before }),
    })
    const hasMore = found.length > limit
    const page = before && hasMore ? found.slice(1) : found.slice(0, limit)
    const data = page.map((object: StripeObject) => asOf(object, now))
    return { status: 200, body: await expand(tx, { object: 'list', data, has_more: hasMore, url }, call) }
  }

async function neighbour(
  tx: StoreTransaction,
  kind: Kind,
  form: URLSearchParams,
  name: 'starting_after' | 'ending_before',
): Promise<StripeObject | null> {
  const id = form.get(name)
  if (id === null) return null
  const object = await tx.find(id)
  if (object?.object !== kind) throw noSuch(kind, id, name)
  return object
}
