import { useId, useState, type KeyboardEvent } from 'react'
import { describedBy, FieldProblem, Hint } from './field.tsx'

/** A password: shown on demand, with a word when Caps Lock is on. Pasting and password managers are welcome. */
export function PasswordField({
  label,
  name,
  autoComplete,
  hint,
  problem,
}: {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string | undefined
  problem?: string | undefined
}) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id} hint={hint} />
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
          aria-describedby={describedBy(id, hint, problem)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button type="button" className="button-outline ms-2 w-20 shrink-0" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only">{label.toLowerCase()}</span>
        </button>
      </div>
      <output className="text-sm text-warn">{capsLock && 'Caps Lock is on.'}</output>
      <FieldProblem id={id} problem={problem} />
    </div>
  )
}
