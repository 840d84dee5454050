import { Link, useParams, useSearchParams } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { makeReport, REPORT_KINDS, reportReasons, type ReportKind } from '#contract/reports/reports.ts'
import { call } from '#client/api/call.ts'
import { useDraft } from '#client/forms/drafts/use-draft.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { SentMessage } from '#client/forms/sent-message.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { titled } from '#client/ui/site.ts'

export const meta = titled('Report')

const headings: Record<ReportKind, string> = {
  book: 'Report this listing',
  person: 'Report this person',
  message: 'Report this message',
  copy: 'Not the same book',
}

/** Report form for members. */
export default function Report() {
  const { kind = '', id = '' } = useParams()
  const reportKind = REPORT_KINDS.find((one) => one === kind)
  return (
    <div className="mx-auto w-full max-w-xl">
      <h1 className="mb-6">{reportKind ? headings[reportKind] : 'Report'}</h1>
      {reportKind ? (
        <SignedIn what="Reporting">
          <ReportForm kind={reportKind} id={id} />
        </SignedIn>
      ) : (
        <p>There’s nothing to report here.</p>
      )}
    </div>
  )
}

const reportForm = formOf(makeReport.body)
/** Back links by kind of report, with the reported message's conversation, or the book that a copy is shown with. */
const placesOf: Record<ReportKind, (id: string, around: string | null) => { address: string; words: string }> = {
  book: (id) => ({
    address: bookPath({ id }),
    words: 'Back to the listing',
  }),
  person: (id) => ({ address: href('/sellers/:id', id), words: 'Back to the seller’s page' }),
  copy: (id, of) => ({ address: bookPath({ id: of ?? id }), words: 'Back to the book' }),
  message: (_, conversation) => ({
    address: conversation ? href('/dashboard/messages/:conversationId', conversation) : href('/dashboard/messages'),
    words: 'Back to the messages',
  }),
}
const whoReads: Record<ReportKind, string> = {
  book: 'Only the club’s admins read this. The seller isn’t told who reported.',
  person: 'Only the club’s admins read this. The seller isn’t told who reported.',
  copy: 'Tell us if a listing is shown as a copy of a book and isn’t: another volume, an abridged edition, another language. Only the club’s admins read this.',
  message:
    'The club’s admins read this, the message and the few before and after it. We don’t tell its writer who reported it.',
}
const options = Object.entries(reportReasons)
  .filter(([value]) => value !== 'not_same')
  .map(([value, label]) => ({ value, label }))

/** Report form with a draft. */
function ReportForm({ kind, id }: { kind: ReportKind; id: string }) {
  const draft = useDraft({ form: `report-${kind}-${id}`, accountId: useAccount().id }, reportForm, [])
  const [search] = useSearchParams()
  const of = search.get('of')
  const form = useForm(
    reportForm,
    async (body) => {
      await call(makeReport, { body })
    },
    { draft, more: { kind, target: id, ...(kind === 'copy' && { reason: 'not_same', of: of ?? '' }) } },
  )
  const { address, words } = placesOf[kind](id, search.get('conversation') ?? of)
  if (form.isDone)
    return (
      <SentMessage words="Thank you. An admin will look at it, and we’ll email you the outcome.">
        <Link to={address} className="button">
          Go back
        </Link>
      </SentMessage>
    )
  return (
    <Form form={form} submit={{ label: 'Send the report', pending: 'Sending…' }}>
      <p>
        {whoReads[kind]}{' '}
        <Link to={address} className="touchable">
          {words}
        </Link>
      </p>
      {kind !== 'copy' && <RadioField label="Why?" {...form.field('reason')} options={options} />}
      <Field
        label={kind === 'copy' ? 'What is different about it?' : 'What is wrong?'}
        {...form.field('words')}
        rows={5}
      />
    </Form>
  )
}
