import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { describedBy, FieldProblem, type FieldProps } from './field.tsx'
import { strengthOf } from './password-strength.ts'
import { useSite } from '#client/ui/site.ts'

const loadCommonest = () => import('#contract/accounts/common-passwords.ts')

/**
 * Password field: shown on demand, with a Caps Lock warning, and a strength meter for a new password. Pasting and
 * password managers work.
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

/** Loads the list of common passwords, for a new password's field; false until it is here. */
function useCommonest(isNew: boolean) {
  const [check, setCheck] = useState<{ isCommon: (password: string) => boolean }>({ isCommon: () => false })
  const asked = useRef(false)
  return {
    isCommon: check.isCommon,
    prepare: () => {
      if (!isNew || asked.current) return
      asked.current = true
      // Without the list the meter stays silent; form and server check again on submit.
      loadCommonest().then(
        ({ isCommonPassword }) => setCheck({ isCommon: isCommonPassword }),
        () => (asked.current = false),
      )
    },
  }
}
