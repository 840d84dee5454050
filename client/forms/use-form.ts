import { useRef, useState, type FormEvent, type SubmitEvent } from 'react'
import type * as z from 'zod/mini'
import { POPUP_MS } from '#contract/notices.ts'
import type { InvalidField } from '#contract/problems.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { ConnectionError, ProblemError } from '#client/api/problem-error.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { problemsIn } from './problems-in.ts'
import { labelled, textsIn, type LabelledError } from './form-controls.ts'
import { popupWords } from './popup-words.ts'
import { fieldsOf, type FieldName, type Ruled, type Texts } from './typed-fields.ts'

interface FormState {
  /** Validation errors, once per field. */
  invalid: readonly LabelledError[]
  /** Error of the last submit; undefined otherwise. */
  error: unknown
  pending: boolean
  /** Submitted, and unchanged since. */
  isDone: boolean
}

const calm: FormState = { invalid: [], error: undefined, pending: false, isDone: false }

interface FormOptions<Name extends string, Result> {
  /** Default values. A draft brings its own. */
  initial?: Texts<Name>
  /** Draft that saves input until it is sent: `useDraft`. */
  draft?: { texts: Texts<Name>; save: (texts: Texts) => void; end: (sent: Texts) => void }
  /** Values of the schema that have no field. */
  more?: Texts<Name>
  /** Live validation: `texts` follows every input, and an error goes as soon as its field is valid. */
  isLive?: boolean
  /** Called when validation fails; shows the specification's popup unless given. */
  onInvalid?: (invalid: readonly InvalidField[], typed: Texts) => void
  /** Called when the submit fails. */
  onFailure?: (error: unknown) => void
  /** Called after the submit, while the form is still pending. */
  onDone?: (result: Result) => Promise<void>
}

type Act<Schema extends z.ZodMiniType, Result> = (values: z.output<Schema>, form: HTMLFormElement) => Promise<Result>

/** Form state without its field types, for shared parts such as `Form`. */
export type AnyForm = Pick<ReturnType<typeof useForm>, 'props' | 'invalid' | 'failure' | 'pending' | 'isDone'>

/**
 * Form that validates by schema and submits by `act`: typed fields, errors at the fields, no lost input, no double
 * submit. Where `given` is a function, the schema is code-split and loads on first focus; the screen then states its
 * controls' rules itself.
 */
export function useForm<Schema extends z.ZodMiniType, Result = void>(
  given: Ruled<Schema> | (() => Promise<Schema>),
  act: Act<Schema, Result>,
  options: FormOptions<FieldName<Schema>, Result> = {},
) {
  const { initial, draft, more, isLive } = options
  const [start] = useState<Texts<FieldName<Schema>>>(draft?.texts ?? initial ?? {})
  const [texts, setTexts] = useState<Texts>(start)
  const atHand = typeof given === 'function' ? null : given
  const schema = useSchema(given)
  const { state, calmDown, onSubmit } = useSending(schema, act, options)

  const { invalid, error } = state
  const isChecked = isLive && error === undefined && invalid.length > 0
  const standing = isChecked ? problemsIn(atHand?.schema.safeParse({ ...texts, ...more }).error) : invalid
  const isSolved = (name: string) => !standing.some(({ field }) => field === name)
  const field = fieldsOf(atHand, start, (name) =>
    isSolved(name) ? undefined : invalid.find(({ field }) => field === name)?.message,
  )
  const props = {
    noValidate: true,
    // A failed load is retried, and reported, on submit.
    onFocus: () => void schema.load().catch(() => {}),
    onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
      const typed = textsIn(currentTarget)
      if (isLive) setTexts(typed)
      draft?.save(typed)
      if (state.isDone) calmDown()
    },
    onSubmit,
  }
  /** Failure of the whole form, in words; '' otherwise. */
  const failure = error === undefined ? '' : errorMessage(error)
  return { ...state, failure, texts, isSolved, field, props }
}

/** Loads a code-split schema once. */
function useSchema<Schema extends z.ZodMiniType>(given: Ruled<Schema> | (() => Promise<Schema>)) {
  const loaded = useRef(typeof given === 'function' ? null : given.schema)
  async function load(): Promise<Schema> {
    if (typeof given !== 'function') return given.schema
    try {
      return (loaded.current ??= await given())
    } catch (error) {
      throw new ConnectionError(error)
    }
  }
  return { loaded, load }
}

/** Validates and submits, with a single submit in flight. */
function useSending<Schema extends z.ZodMiniType, Result>(
  { loaded, load }: ReturnType<typeof useSchema<Schema>>,
  act: Act<Schema, Result>,
  { draft, more, onInvalid = popUp, onFailure, onDone }: FormOptions<FieldName<Schema>, Result>,
) {
  const [state, setState] = useState(calm)
  const isBusy = useRef(false)

  async function submit(form: HTMLFormElement) {
    const typed = { ...textsIn(form), ...more }
    if (!loaded.current) setState({ ...calm, pending: true })
    const schema = loaded.current ?? (await load())
    const read = schema.safeParse(typed)
    if (!read.success) {
      const invalid = problemsIn(read.error)
      setState({ ...calm, invalid: labelled(form, invalid) })
      return onInvalid(invalid, typed)
    }
    setState({ ...calm, pending: true })
    const result = await act(read.data, form)
    draft?.end(typed)
    await onDone?.(result)
    setState({ ...calm, isDone: true })
  }

  async function run(form: HTMLFormElement) {
    isBusy.current = true
    try {
      await submit(form)
    } catch (error) {
      const invalid = error instanceof ProblemError ? error.invalidFields : []
      setState({ ...calm, error, invalid: labelled(form, invalid) })
      onFailure?.(error)
    } finally {
      isBusy.current = false
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy.current) void run(event.currentTarget)
  }
  return { state, calmDown: () => setState(calm), onSubmit }
}

function popUp(invalid: readonly InvalidField[]) {
  const words = popupWords(invalid.map(({ message }) => message))
  showPopup({ title: words, kind: 'error', ms: POPUP_MS.validationError })
}
