import { useRef } from 'react'
import { contentPageForm, saveContentPage, type ContentPageText } from '#contract/settings/content-page-calls.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { RestoredChangesNote } from '#client/forms/drafts/restored-changes-note.tsx'
import { useEditDraft } from '#client/forms/drafts/use-edit-draft.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useAccount } from '#client/session/use-account.ts'
import { EarlierTexts } from './earlier-texts.tsx'
import { PagePreview } from './page-preview.tsx'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import { TemplateVariables } from './template-variables.tsx'

const pageForm = formOf(contentPageForm)
const HINT =
  'In Markdown. The first line is the title: # Title. Below it: ## Heading, **bold**, *italic*, - a list, [words](/about) for a link.'

interface PageFormProps {
  opened: ContentPageText
  onSaved: (saved: ContentPageText) => void
  /** Restarts with the saved text. */
  onStartOver: (fresh: ContentPageText) => void
}

/** Editor of a page with preview and draft. */
export function PageForm({ opened, onSaved, onStartOver }: PageFormProps) {
  const { name } = opened
  const account = useAccount()
  const draft = useEditDraft(
    { form: `page-${name}`, accountId: account.id },
    { saved: { text: opened.text }, revision: opened.revision },
  )
  const form = useForm(
    pageForm,
    async ({ text }) => {
      const saved = await call(saveContentPage, { params: { name }, body: { text, revision: draft.revision() } })
      draft.replaceInstead(saved.revision)
      onSaved(saved)
    },
    { draft, isLive: true },
  )
  const frame = useRef<HTMLDivElement>(null)
  /** Sets the text with an input event, so that draft and preview update. */
  function type(text: string) {
    const field = frame.current?.querySelector('textarea')
    if (!field) return
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  const isOutdated = form.error instanceof ProblemError && form.error.code === 'page_changed'
  return (
    <div ref={frame} className="grid grid-cols-1 gap-x-8 gap-y-8 xl:grid-cols-2">
      <Form form={form} submit={{ label: 'Save page', pending: 'Saving…' }} done="Saved. Visitors can see it now.">
        <RestoredChangesNote draft={draft} onDiscard={() => onStartOver(opened)} />
        <Field label="Text" {...form.field('text')} rows={22} hint={HINT} />
        <TemplateVariables variables={opened.variables} />
        {opened.revision > 0 && <EarlierTexts page={opened} onTake={type} />}
        {isOutdated && (
          <SavedMeanwhile
            name={name}
            onKeepMine={(fresh) => {
              draft.replaceInstead(fresh.revision)
              const form = frame.current?.querySelector('form')
              form?.requestSubmit()
              // Focus management: the pressed button unmounts.
              form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
            }}
            onStartOver={(fresh) => {
              draft.end()
              onStartOver(fresh)
            }}
          />
        )}
      </Form>
      <PagePreview name={name} text={form.texts.text ?? ''} />
    </div>
  )
}
