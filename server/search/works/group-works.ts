import type { Tx } from '#server/database/schema.ts'
import { readForm, type ReadForm } from './form.rules.ts'
import { addForms, deleteBlocks, listFormsOfBlocks, moveForms, type StoredForm } from './forms.sql.ts'
import { groupForms, keyOf, type Decision } from './group-forms.rules.ts'
import { readDecisions } from './decisions.sql.ts'

/** Most forms that are read around those that are new or gone; those beyond stay in the works where they are. */
const MOST_AROUND = 2000

/** How forms are put into works after some were added or are gone. */
export interface Grouping {
  /** Works that are new, with their forms. */
  newWorks: { id: string; forms: ReadForm[] }[]
  /** Works that were there and have other forms now, and new works with forms that were there. */
  changed: string[]
  /** Forms that are new, with their works. */
  added: (ReadForm & { workId: string })[]
  moved: { id: string; from: string; to: string }[]
}

/**
 * Works out to which works forms belong: those that are new, and all that are connected, by blocks that they share or by
 * an admin's decision, with them or with others that are gone or to be grouped anew. So the works don't depend on the
 * order in which their copies came.
 */
export async function planWorks(tx: Tx, added: readonly ReadForm[], others: readonly ReadForm[]): Promise<Grouping> {
  if (added.length + others.length === 0) return { newWorks: [], changed: [], added: [], moved: [] }
  const decisions = (await readDecisions(tx)).map(({ areSame, one, other }) => ({
    areSame,
    forms: [readForm(one), readForm(other)] as const,
  }))
  const around = await readAround(tx, [...added, ...others], decisions)
  const works = chooseWorks(groupForms([...added, ...around.map(({ form }) => form)], decisions), around)
  const before = new Map(around.map(({ form, workId }) => [form.id, workId]))
  const placed = works.flatMap(({ id, forms }) => forms.map((form) => ({ form, from: before.get(form.id), to: id })))
  const moved = placed.flatMap(({ form, from, to }) => (from && from !== to ? [{ id: form.id, from, to }] : []))
  const news = placed.filter(({ from }) => from === undefined).map(({ form, to }) => ({ ...form, workId: to }))
  const touched = new Set([...moved.flatMap(({ from, to }) => [from, to]), ...news.map(({ workId }) => workId)])
  const newWorks = works.filter(({ isNew }) => isNew)
  // Their copies are all in this batch.
  for (const { id, forms } of newWorks) if (!forms.some((form) => before.has(form.id))) touched.delete(id)
  return { newWorks, changed: [...touched], added: news, moved }
}

/** Writes what was planned, once its new works are there. */
export async function putForms(tx: Tx, { added, moved }: Grouping): Promise<void> {
  await addForms(tx, added)
  await moveForms(tx, moved)
}

/** Deletes the blocks of forms that are gone; returns them as they are compared. */
export async function forgetForms(tx: Tx, forms: readonly StoredForm[]): Promise<ReadForm[]> {
  const gone = forms.map(readForm)
  await deleteBlocks(tx, gone)
  return gone
}

interface Around {
  form: ReadForm
  workId: string
}

/** All forms that are connected with these, over any number of others. */
async function readAround(tx: Tx, seeds: readonly ReadForm[], decisions: readonly Decision[]): Promise<Around[]> {
  const found = new Map<string, Around>()
  const known = new Set<string>()
  const unread = (forms: readonly ReadForm[]) => [
    ...new Set(
      [...forms, ...joinedWith(forms, decisions)].flatMap((form) => form.blocks).filter((block) => !known.has(block)),
    ),
  ]
  let blocks = unread(seeds)
  while (blocks.length > 0 && found.size < MOST_AROUND + seeds.length) {
    for (const block of blocks) known.add(block)
    // oxlint-disable-next-line no-await-in-loop -- the next blocks are those of what was found
    const rows = await listFormsOfBlocks(tx, blocks)
    const news = rows.filter(({ id }) => !found.has(id)).map((row) => ({ form: readForm(row), workId: row.workId }))
    for (const one of news) found.set(one.form.id, one)
    blocks = unread(news.map(({ form }) => form))
  }
  return [...found.values()]
}

/** The other sides of decisions that join these forms with others. */
function joinedWith(forms: readonly ReadForm[], decisions: readonly Decision[]): ReadForm[] {
  if (decisions.length === 0) return []
  const keys = new Set(forms.map(keyOf))
  return decisions.flatMap(({ areSame, forms: sides }) =>
    areSame && sides.some((side) => keys.has(keyOf(side))) ? [...sides] : [],
  )
}

/** Each group stays in the work that most of its forms are in; the others of that work get a new one. */
function chooseWorks(
  groups: readonly ReadForm[][],
  around: readonly Around[],
): { id: string; forms: ReadForm[]; isNew: boolean }[] {
  const workOf = new Map(around.map(({ form, workId }) => [form.id, workId]))
  const counted = groups.map((forms) => {
    const works = Map.groupBy(forms, ({ id }) => workOf.get(id))
    const [most] = [...works]
      .filter(([id]) => id !== undefined)
      .toSorted(([, one], [, other]) => other.length - one.length)
    return { forms, work: most?.[0], count: most?.[1].length ?? 0 }
  })
  const taken = new Set<string>()
  return counted
    .toSorted((one, other) => other.count - one.count)
    .map(({ forms, work }) => {
      const isNew = work === undefined || taken.has(work)
      const id = isNew ? crypto.randomUUID() : work
      taken.add(id)
      return { id, forms, isNew }
    })
}
