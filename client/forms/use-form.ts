import { useRef, useState, type SubmitEvent } from 'react'
import type * as z from 'zod/mini'
import { POPUP_MS } from '#contract/notices.ts'
import type { InvalidField } from '#contract/problems.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { ConnectionError, ProblemError } from '#client/api/problem-error.ts'
import { popupWords } from './popup-words.ts'
import { failureWords } from '#client/api/failure-words.ts'

export interface FormState {
  /** What is wrong, field by field; `field` is the name of the input. */
  invalid: readonly InvalidField[]
  /** Why the whole did not work, in words; empty while all is well. */
  failure: string
  pending: boolean
}

const calm: FormState = { invalid: [], failure: '', pending: false }

/**
 * A form that the schema decides about and `act` carries out: problems stand at their fields and in the popup of
 * the specification, nothing typed is lost, and pressing twice sends once. `onFailure` hears what went wrong
 * otherwise. Where a schema would keep a page waiting for its code, `given` loads it: once the form has the focus.
 */
export function useForm<Schema extends z.ZodMiniType>(
  given: Schema | (() => Promise<Schema>),
  act: (values: z.output<Schema>, form: HTMLFormElement) => Promise<void>,
  onFailure?: (error: unknown) => void,
) {
  const [state, setState] = useState(calm)
  const busy = useRef(false)
  const schema = useRef(typeof given === 'function' ? null : given)

  async function load(): Promise<Schema> {
    if (typeof given !== 'function') return given
    try {
      return (schema.current ??= await given())
    } catch (error) {
      throw new ConnectionError(error)
    }
  }

  function refuse(invalid: readonly InvalidField[]) {
    setState({ ...calm, invalid })
    const words = popupWords(invalid.map(({ message }) => message))
    showPopup({ title: words, kind: 'error', ms: POPUP_MS.validationError })
  }

  const pend = () => setState({ ...calm, pending: true })

  async function submit(form: HTMLFormElement) {
    const typed = Object.fromEntries(new FormData(form))
    if (!schema.current) pend()
    const read = (schema.current ?? (await load())).safeParse(typed)
    if (!read.success) return refuse(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
    pend()
    await act(read.data, form)
    setState(calm)
  }

  async function run(form: HTMLFormElement) {
    busy.current = true
    try {
      await submit(form)
    } catch (error) {
      setState({
        ...calm,
        invalid: error instanceof ProblemError ? error.invalidFields : [],
        failure: failureWords(error),
      })
      onFailure?.(error)
    } finally {
      busy.current = false
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy.current) void run(event.currentTarget)
  }

  // Fails again, and is told, when the form is sent.
  const prepare = () => void load().catch(() => {})

  /** Problems for the summary, where messages such as 'All fields are required' need the field's name. */
  const named = (labels: Record<string, string>) =>
    state.invalid.map(({ field, message }) => ({ field, message: `${labels[field] ?? field}: ${message}` }))
  const problemOf = (field: string) => state.invalid.find((invalid) => invalid.field === field)?.message
  return { ...state, onSubmit, prepare, named, problemOf }
}
