import { useRef, useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { POPUP_MS } from '#contract/constants.ts'
import type { InvalidField } from '#contract/problems.ts'
import { showPopup } from '#client/parts/notice-store.ts'
import { ProblemError } from '#client/server-calls/problem-error.ts'
import { popupWords } from './credentials.ts'
import { inWords } from './identity-words.ts'

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
 * the specification, nothing typed is lost, and pressing twice sends once. `onFailure` hears what `act` threw.
 */
export function useForm<Schema extends z.core.$ZodType>(
  schema: Schema,
  act: (values: z.output<Schema>, form: HTMLFormElement) => Promise<void>,
  onFailure?: (error: unknown) => void,
) {
  const [state, setState] = useState(calm)
  const busy = useRef(false)

  function refuse(invalid: readonly InvalidField[]) {
    setState({ ...calm, invalid })
    const words = popupWords(invalid.map(({ message }) => message))
    showPopup({ title: words, kind: 'error', ms: POPUP_MS.validationError })
  }

  async function run(step: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setState({ ...calm, pending: true })
    try {
      await step()
      setState(calm)
    } catch (error) {
      setState({ ...calm, invalid: error instanceof ProblemError ? error.invalidFields : [], failure: inWords(error) })
      onFailure?.(error)
    } finally {
      busy.current = false
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = z.safeParse(schema, Object.fromEntries(new FormData(form)))
    if (read.success) return void run(() => act(read.data, form))
    refuse(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  }

  /** Problems for the summary, where messages such as 'All fields are required' need the field's name. */
  const named = (labels: Record<string, string>) =>
    state.invalid.map(({ field, message }) => ({ field, message: `${labels[field] ?? field}: ${message}` }))
  const problemOf = (field: string) => state.invalid.find((invalid) => invalid.field === field)?.message
  return { ...state, onSubmit, named, problemOf }
}
