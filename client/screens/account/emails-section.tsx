import * as z from 'zod/mini'
import {
  chooseMails,
  getMailChoices,
  mailGroupNames,
  mailGroups,
  type MailGroup,
} from '#contract/accounts/mail-choices.ts'
import { call } from '#client/api/call.ts'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Section } from './section.tsx'

/** Email preferences by group; emails about money can't be switched off. */
export function EmailsSection() {
  const choices = useCall(getMailChoices, {})
  return (
    <Section id="emails" heading="Emails you get">
      <p>
        We always email you about money, what the club decides, and the safety of your account. The rest is up to you.
      </p>
      {choices.data ? (
        <Choices off={choices.data.off} />
      ) : choices.isError ? (
        <Retry error={choices.error} onRetry={() => void choices.refetch()} />
      ) : (
        <Skeletons count={1} className="h-56" label="Loading your choices" />
      )}
    </Section>
  )
}

const choicesForm = formOf(z.partialRecord(z.enum(mailGroupNames), z.string()))

function Choices({ off }: { off: readonly MailGroup[] }) {
  const form = useForm(choicesForm, async (ticked) => {
    const without = mailGroupNames.filter((group) => !(group in ticked))
    await call(chooseMails, { body: { off: without } })
  })
  return (
    <Form form={form} submit={{ label: 'Save emails', pending: 'Saving…' }} done="Saved.">
      <fieldset className="grid grid-cols-1 gap-1">
        <legend className="mb-1 font-semibold">Email me</legend>
        {mailGroupNames.map((group) => (
          <label key={group} className="grid min-h-11 grid-cols-[auto_1fr] items-start gap-x-3 py-2">
            <input
              type="checkbox"
              name={group}
              defaultChecked={!off.includes(group)}
              aria-describedby={`${group}-meaning`}
              className="size-6 accent-link"
            />
            <span>
              {mailGroups[group].label}
              <span id={`${group}-meaning`} className="block text-sm text-ink-2">
                {mailGroups[group].meaning}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
