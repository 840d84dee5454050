import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { EDITION_FIELDS, findEdition, type Edition } from '#contract/books/edition-calls.ts'
import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'
import { textsIn } from '#client/forms/form-controls.ts'
import { fillIn } from '#client/forms/fill-in.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { useCall } from '#client/session/use-call.ts'

/** State of the ISBN lookup. */
export type LookUp = { at: 'nothing' | 'asking' | 'unknown' | 'failed' } | { at: 'found'; edition: Edition }

/**
 * Looks up a complete ISBN and fills in empty fields. Typed text stays; unchanged values of an earlier lookup are
 * replaced. `isFilled`: whether a field shows a lookup's value.
 */
export function useEdition(
  form: RefObject<HTMLFormElement | null>,
  texts: Texts,
): { lookUp: LookUp; isFilled: (name: string) => boolean } {
  const isbn = asIsbn13(plainIsbn(texts.isbn ?? ''))
  const found = useCall(
    findEdition,
    { query: { isbn: isbn ?? '' } },
    { enabled: isbn !== null, retry: false, staleTime: Infinity },
  )
  const filled = useRef<Texts>({})
  const edition = found.data?.edition
  const fill = useEffectEvent((facts: Edition | null) => {
    if (!form.current) return
    const now = textsIn(form.current)
    const free = EDITION_FIELDS.filter((name) => !now[name] || now[name] === filled.current[name])
    const values: Texts = Object.fromEntries(free.map((name) => [name, facts?.[name] ?? '']))
    if (free.some((name) => values[name] !== (now[name] ?? ''))) fillIn(form.current, values)
    filled.current = values
  })
  useEffect(() => {
    if (edition !== undefined) fill(edition)
  }, [edition])
  const values = new Map(edition ? EDITION_FIELDS.map((name) => [name as string, edition[name]]) : [])
  return {
    lookUp: lookUpOf(isbn, found),
    isFilled: (name) => Boolean(texts[name]) && texts[name] === values.get(name),
  }
}

function lookUpOf(
  isbn: string | null,
  { data, isError }: { data: { edition: Edition | null } | undefined; isError: boolean },
): LookUp {
  if (isbn === null) return { at: 'nothing' }
  if (isError) return { at: 'failed' }
  if (!data) return { at: 'asking' }
  return data.edition ? { at: 'found', edition: data.edition } : { at: 'unknown' }
}
