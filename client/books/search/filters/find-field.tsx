interface FindFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** How many were found, for screen readers; '' before anything is typed. */
  status: string
  /** Sent with the form where there are no scripts. */
  name?: string | undefined
}

/** Field that narrows a list of values. It isn't a filter itself: what is typed doesn't reach the form of filters. */
export function FindField({ label, value, onValue, status, name }: FindFieldProps) {
  return (
    <>
      <label className="grid gap-1 text-sm">
        {label}
        <input
          type="search"
          name={name}
          value={value}
          onChange={(event) => {
            event.stopPropagation()
            onValue(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
          autoComplete="off"
          className="input"
        />
      </label>
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  )
}
