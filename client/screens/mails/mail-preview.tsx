import { useState } from 'react'
import { mailGroups } from '#contract/accounts/mail-choices.ts'
import type { ListedMail } from '#contract/settings/mails.ts'
import { MailFrame } from '#client/ui/mail-frame.tsx'

const WIDTHS = { phone: 360, desktop: 720 }
const widths = { phone: 'Phone', desktop: 'Desktop' }
const forms = { light: 'Light', dark: 'Dark', text: 'Plain text' }

/** An email as its readers see it: on a phone or a desktop, light, dark, or as text. */
export function MailPreview({ mail }: { mail: ListedMail }) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const [form, setForm] = useState<keyof typeof forms>('light')
  return (
    <article id="mail" aria-label={mail.subject} className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Subject</dt>
        <dd className="font-semibold">{mail.subject}</dd>
        <dt className="text-ink-2">To</dt>
        <dd>{mail.to}</dd>
        <dt className="text-ink-2">When</dt>
        <dd>{mail.when}</dd>
        <dt className="text-ink-2">Unsubscribe</dt>
        <dd>{mail.group ? `Yes, from “${mailGroups[mail.group].label}”` : 'No: it always comes'}</dd>
      </dl>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Choice legend="Width" words={widths} chosen={width} choose={setWidth} />
        <Choice legend="Shown as" words={forms} chosen={form} choose={setForm} />
      </div>
      {form === 'text' ? (
        <pre
          className="overflow-auto border border-rule bg-card p-4 font-[inherit] wrap-anywhere whitespace-pre-wrap"
          style={{ width: WIDTHS[width], maxWidth: '100%' }}
        >
          {mail.text}
        </pre>
      ) : (
        <MailFrame title={`Email: ${mail.subject}`} page={mail.page} scheme={form} width={WIDTHS[width]} />
      )}
    </article>
  )
}

interface ChoiceProps<Key extends string> {
  legend: string
  words: Record<Key, string>
  chosen: Key
  choose: (key: Key) => void
}

function Choice<Key extends string>({ legend, words, chosen, choose }: ChoiceProps<Key>) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4">
      <legend className="float-start me-3 text-ink-2">{legend}</legend>
      {(Object.entries(words) as [Key, string][]).map(([key, word]) => (
        <label key={key} className="flex min-h-11 items-center gap-2">
          <input type="radio" name={legend} checked={key === chosen} onChange={() => choose(key)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
