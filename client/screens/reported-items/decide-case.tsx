import { decideCase, decisions, decisionsOf, type WholeCase } from '#contract/reports/reports.ts'
import { deletedByHand } from '#contract/images/deleted-by-hand.ts'
import { call } from '#client/api/call.ts'
import { useDraft } from '#client/forms/drafts/use-draft.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useSite } from '#client/ui/site.ts'

const decisionForm = formOf(decideCase.body)
const optionsFor = (kind: WholeCase['kind']) => decisionsOf(kind).map((value) => ({ value, label: decisions[value] }))
/** What an admin will usually say to “Not the same book”, so that one press is enough. */
const PARTED = { decision: 'part', note: 'You’re right, these are different books. Thank you for telling us.' }

/**
 * Moderation form of a case. Conflicts with another decision or a new report are shown first; nothing typed is lost.
 */
export function DecideCase({ found }: { found: WholeCase }) {
  const saved = useDraft({ form: `case-${found.id}`, accountId: useAccount().id }, decisionForm, [])
  const isCopy = found.kind === 'copy'
  const draft = isCopy ? { ...saved, texts: { ...PARTED, ...filledIn(saved.texts) } } : saved
  const byHand = deletedByHand(useSite().pictures)
  const form = useForm(decisionForm, (body) => call(decideCase, { params: { id: found.id }, body }), {
    draft,
    more: { seen: String(found.reports) },
    isLive: true,
  })
  return (
    <Form form={form} submit={{ label: 'Decide', pending: 'Deciding…' }} className="max-w-measure">
      <RadioField label="What should be done?" {...form.field('decision')} options={optionsFor(found.kind)} />
      {form.texts.decision === 'take_down' && byHand && (
        <p className="text-sm text-ink-2">
          {byHand} Once no page shows a picture any more, it’s listed in the settings.
        </p>
      )}
      {form.texts.decision === 'suspend' && (
        <Field
          label="Suspended for how many days?"
          {...form.field('days')}
          hint="Leave it empty to suspend them until an admin ends it."
          autoComplete="off"
        />
      )}
      <Field
        label="Why?"
        {...form.field('note')}
        hint={`We’ll email this to the people who reported it${isCopy ? '.' : ' and, unless there’s nothing to do, to the person it’s about.'}`}
        rows={3}
      />
    </Form>
  )
}

const filledIn = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
