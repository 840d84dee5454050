import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { describedBy, FieldProblem, type FieldProps } from './field.tsx'
import { strengthOf } from './password-strength.ts'
import { useSite } from '#client/ui/site.ts'

const loadCommonest = () => import('#contract/accounts/common-passwords.ts')

/**
 * A password: shown on demand, with a word when Caps Lock is on, and for a new one with a word on how good it is.
 * Pasting and password managers are welcome.
 */
export function PasswordField({
  label,
  name,
  autoComplete,
  problem,
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [typed, setTyped] = useState('')
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const isNew = autoComplete === 'new-password'
  const { demo } = useSite()
  const { isCommon, prepare } = useCommonest(isNew)
  const { mark, words } = strengthOf(typed, isCommon(typed), demo)

  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="input"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, isNew ? words : '', problem)}
          onFocus={prepare}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="button-outline ms-2 w-20 shrink-0 noscript:hidden"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only">{label.toLowerCase()}</span>
        </button>
      </div>
      {isNew && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {typed && (
            <span aria-hidden="true" className={mark === '●' ? 'me-1 text-ok' : 'me-1'}>
              {mark}
            </span>
          )}
          {words}
        </p>
      )}
      <output className="text-sm font-semibold text-warn">{capsLock && '⇪ Caps Lock is on.'}</output>
      <FieldProblem id={id} problem={problem} />
    </div>
  )
}

/** Whether a password is one of the commonest: known once the list is here, which a new password's field fetches. */
function useCommonest(isNew: boolean) {
  const [check, setCheck] = useState<{ isCommon: (password: string) => boolean }>({ isCommon: () => false })
  const asked = useRef(false)
  return {
    isCommon: check.isCommon,
    prepare: () => {
      if (!isNew || asked.current) return
      asked.current = true
      // Without the list nothing is said; the form looks once more when it is sent, and so does the server.
      loadCommonest().then(
        ({ isCommonPassword }) => setCheck({ isCommon: isCommonPassword }),
        () => (asked.current = false),
      )
    },
  }
}
