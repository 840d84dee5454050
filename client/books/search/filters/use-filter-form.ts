import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readSearchRequest, type SearchRequest } from '#contract/search/search-request.ts'
import { addressOf } from '#client/books/search/address-of.ts'

/** Pause in typing after which a typed bound applies. */
const TYPING_PAUSE_MS = 600

/**
 * Keeps the form of filters and the address the same. A tick and a choice apply at once, what is typed after a pause or
 * when its field is left; the button that sends the form closes the sheet.
 */
export function useFilterForm() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  // The query that was asked for by typing; further typing replaces its entry in the history.
  const typedQuery = useRef<string>(undefined)
  const [typedIn, setTypedIn] = useState<{ fields: HTMLFormElement } | null>(null)

  /** Returns whether there is something to apply. */
  const apply = (fields: HTMLFormElement, isTyped = false): boolean => {
    setTypedIn(null)
    const query = new URLSearchParams(search)
    const sort = query.get('sort')
    const address = addressOf(pathname, requestIn(fields), sort)
    // Half a year is no bound yet.
    if (isTyped && address === addressOf(pathname, readSearchRequest(query), sort)) return false
    const replace = isTyped && typedQuery.current === search
    typedQuery.current = isTyped ? address.slice(pathname.length) : undefined
    void navigate(address, { replace, preventScrollReset: true })
    return true
  }

  const applyTyped = useEffectEvent((fields: HTMLFormElement) => void apply(fields, true))
  useEffect(() => {
    if (typedIn === null) return
    const pause = setTimeout(() => applyTyped(typedIn.fields), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typedIn])

  const follow = (fields: HTMLFormElement, address: string) => {
    const said = readSearchRequest(new URLSearchParams(address))
    // Syncs fields with the address, also after Back; but not under the hands of who types.
    const typing = typedQuery.current === address || typedIn ? document.activeElement : null
    for (const field of fields.elements) if (field !== typing) resetField(field)
    const place = fields.elements.namedItem('location')
    if (place instanceof HTMLSelectElement) place.value = said.location
  }
  useArrivals(form, search, {
    // Applies choices made before hydration.
    begin: (fields) => ([...fields.elements].some(isChanged) ? apply(fields) : follow(fields, search)),
    follow,
  })

  return {
    form,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const sheet = event.currentTarget.closest('details')
      sheet?.removeAttribute('open')
      sheet?.parentElement?.scrollIntoView()
      apply(event.currentTarget)
    },
    onChange(event: ChangeEvent<HTMLFormElement>) {
      if (isTypedField(event.target)) setTypedIn({ fields: event.currentTarget })
      else apply(event.currentTarget)
    },
    onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
      if (!isTypedField(target)) return
      // What can't be read as a bound doesn't stay as if it held.
      if (!typedIn || !apply(currentTarget, true)) target.value = target.defaultValue
      typedQuery.current = undefined
    },
  }
}

interface Arrivals {
  begin(fields: HTMLFormElement): unknown
  follow(fields: HTMLFormElement, search: string): unknown
}

/** Runs `begin` once the form is hydrated, and `follow` whenever the page of another address arrives. */
function useArrivals(form: RefObject<HTMLFormElement | null>, search: string, run: Arrivals): void {
  const begin = useEffectEvent(run.begin)
  const follow = useEffectEvent(run.follow)
  const isFirst = useRef(true)
  useEffect(() => {
    if (form.current) begin(form.current)
    isFirst.current = false
  }, [form])
  // With the arrival itself: a later effect would reset what is typed in between.
  useLayoutEffect(() => {
    if (form.current && !isFirst.current) follow(form.current, search)
  }, [form, search])
}

/** Reads a form's fields as a search request. */
function requestIn(fields: HTMLFormElement): SearchRequest {
  const said = [...new FormData(fields)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return readSearchRequest(new URLSearchParams(said))
}

const isTypedField = (field: Element | EventTarget | null): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'text'

function resetField(field: Element): void {
  if (!(field instanceof HTMLInputElement)) return
  field.checked = field.defaultChecked
  if (isTypedField(field)) field.value = field.defaultValue
}

/** Whether a field differs from its server-rendered value. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement)
    return field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
  if (!(field instanceof HTMLSelectElement)) return false
  const sent = [...field.options].filter(({ defaultSelected }) => defaultSelected)
  return sent.length > 0 && sent.every(({ value }) => value !== field.value)
}
