import type { Texts } from '#client/forms/typed-fields.ts'
import { forgetInBrowser, keepInBrowser, keptInBrowser } from '#client/ui/storage/browser-storage.ts'

/** Whose and which form's. */
export interface DraftPlace {
  form: string
  accountId: string
}

/** An unfinished form: what was typed, and what else belongs to it. */
export interface Draft {
  texts: Texts
  more: Readonly<Record<string, unknown>>
}

const draftKey = ({ form, accountId }: DraftPlace) => `draft-${form}-${accountId}`
const lastKey = ({ form, accountId }: DraftPlace) => `last-${form}-${accountId}`

/** What a full or closed storage did not take: it stays as long as the page. */
const here = new Map<string, unknown>()
/** What this tab has found or kept last, as JSON: anything else is another tab’s. */
const own = new Map<string, string>()

/** Keeps the draft of this person in this browser. */
export function keepDraft(place: DraftPlace, { texts, more }: Draft): void {
  const [key, draft] = [draftKey(place), { ...more, texts }]
  if (keep(key, draft)) own.set(key, JSON.stringify(draft))
}

/** The draft of this person, of fields with these names; empty when there is none, or what is there makes no sense. */
export function findDraft(place: DraftPlace, names: readonly string[]): Draft {
  const key = draftKey(place)
  own.set(key, JSON.stringify(keptInBrowser(key)))
  const { texts, ...more } = asRecord(find(key))
  return { texts: pick(asRecord(texts), names), more }
}

/** Forgets the draft, unless it is one that another tab has kept since. */
export function forgetDraft(place: DraftPlace): void {
  const key = draftKey(place)
  here.delete(key)
  if (JSON.stringify(keptInBrowser(key)) === own.get(key)) forgetInBrowser(key)
}

/** Remembers what was sent in these fields: the next form starts with it. */
export function rememberLast(place: DraftPlace, texts: Texts, names: readonly string[]): void {
  keep(lastKey(place), pick(texts, names))
}

/** What was sent the last time in these fields; empty at first. */
export const recallLast = <Name extends string>(place: DraftPlace, names: readonly Name[]): Texts<Name> =>
  pick(asRecord(find(lastKey(place))), names)

/** Whether there is a text that the form doesn't start with anyway. */
export const isFilledIn = (texts: Texts, start: Texts): boolean =>
  Object.entries(texts).some(([name, text = '']) => text.trim() !== '' && text !== start[name])

function keep(key: string, value: unknown): boolean {
  const isKept = keepInBrowser(key, value)
  if (isKept) here.delete(key)
  else here.set(key, value)
  return isKept
}

const find = (key: string): unknown => here.get(key) ?? keptInBrowser(key)

const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

function pick<Name extends string>(texts: Readonly<Record<string, unknown>>, names: readonly Name[]): Texts<Name> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof texts[name] === 'string' ? [[name, texts[name]]] : [])),
  ) as Texts<Name>
}
