import type { Texts } from '#client/forms/typed-fields.ts'
import { removeFromStorage, writeStorage, readStorage } from '#client/ui/storage/browser-storage.ts'

/** Key of a draft: the form and its owner. */
export interface DraftPlace {
  form: string
  accountId: string
}

/** Draft of an unfinished form: its texts, and `more` that belongs to it. */
export interface Draft {
  texts: Texts
  more: Readonly<Record<string, unknown>>
}

/** Owner of what visitors type, until they have an account. */
export const VISITOR = 'visitor'

const draftKey = ({ form, accountId }: DraftPlace) => `draft-${form}-${accountId}`
const defaultsKey = ({ form, accountId }: DraftPlace) => `last-${form}-${accountId}`

/** Memory fallback where local storage is full or closed; lasts as long as the page. */
const inMemory = new Map<string, unknown>()
/** Drafts that this tab last read or wrote, as JSON: any other text was written by another tab. */
const lastSeen = new Map<string, string>()

/** Saves the draft in local storage. */
export function saveDraft(place: DraftPlace, { texts, more }: Draft): void {
  const [key, draft] = [draftKey(place), { ...more, texts }]
  if (store(key, draft)) lastSeen.set(key, JSON.stringify(draft))
}

/** Reads the draft from local storage, limited to these fields; empty when there is none or it is malformed. */
export function readDraft(place: DraftPlace, names: readonly string[]): Draft {
  const key = draftKey(place)
  lastSeen.set(key, JSON.stringify(readStorage(key)))
  const { texts, ...more } = asRecord(find(key))
  return { texts: pick(asRecord(texts), names), more }
}

/** Deletes the draft, unless another tab has overwritten it. */
export function deleteDraft(place: DraftPlace): void {
  const key = draftKey(place)
  inMemory.delete(key)
  if (JSON.stringify(readStorage(key)) === lastSeen.get(key)) removeFromStorage(key)
}

/** Saves the values sent in these fields, as defaults of the next form. */
export function saveDefaults(place: DraftPlace, texts: Texts, names: readonly string[]): void {
  store(defaultsKey(place), pick(texts, names))
}

/** Values last sent in these fields; empty at first. */
export const readDefaults = <Name extends string>(place: DraftPlace, names: readonly Name[]): Texts<Name> =>
  pick(asRecord(find(defaultsKey(place))), names)

/** Whether any text differs from the form's defaults. */
export const isFilledIn = (texts: Texts, start: Texts): boolean =>
  Object.entries(texts).some(([name, text = '']) => text.trim() !== '' && text !== start[name])

function store(key: string, value: unknown): boolean {
  const isStored = writeStorage(key, value)
  if (isStored) inMemory.delete(key)
  else inMemory.set(key, value)
  return isStored
}

const find = (key: string): unknown => inMemory.get(key) ?? readStorage(key)

const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

function pick<Name extends string>(texts: Readonly<Record<string, unknown>>, names: readonly Name[]): Texts<Name> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof texts[name] === 'string' ? [[name, texts[name]]] : [])),
  ) as Texts<Name>
}
