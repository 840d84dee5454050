import type { Db } from '#server/database/schema.ts'
import { likenessOfForms, readForm, type Form } from './form.rules.ts'
import { findWorkOfCopy, findWorksOfForms, listFormsOfBlocks } from './forms.sql.ts'

/** Finds the work of a book, which needn't be indexed; null where the index has no copy of the work. */
export async function findWork(db: Db, { id, ...facts }: Form & { id: string }): Promise<string | null> {
  const ofCopy = await findWorkOfCopy(db, id)
  if (ofCopy !== null) return ofCopy
  const form = readForm(facts)
  const ofForm = (await findWorksOfForms(db, [form.id])).get(form.id)
  if (ofForm !== undefined) return ofForm
  const like = (await listFormsOfBlocks(db, form.blocks)).flatMap((other) => {
    const guessed = likenessOfForms(form, readForm(other))
    return guessed === null ? [] : [{ guessed, workId: other.workId }]
  })
  return like.toSorted((one, other) => one.guessed - other.guessed)[0]?.workId ?? null
}
