import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { namesContacts } from '#contract/messages/contact-words.ts'
import { messageText } from '#contract/messages/message-text.ts'
import { readDraft, deleteDraft, saveDraft, VISITOR } from '#client/forms/drafts/draft-storage.ts'
import { FieldProblem } from '#client/forms/field.tsx'
import { SubmitButton } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { post, type Place } from '#client/messages/outgoing.ts'
import { useAccount } from '#client/session/use-account.ts'

const messageForm = formOf(z.object({ text: messageText }))

/** Message form. It holds the focus, and its draft stays in this browser until sent. */
export function MessageForm({
  place,
  areContactsOpen,
  onPosted,
}: {
  place: Place
  areContactsOpen: boolean
  onPosted?: () => void
}) {
  const { id: accountId } = useAccount()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useMessageDraft(place, accountId)
  const [isTelling, setTelling] = useState(() => !areContactsOpen && namesContacts(draft.texts.text ?? ''))
  const form = useForm(
    messageForm,
    async ({ text }) => {
      await post(accountId, place, text)
      onPosted?.()
      if (field.current) field.current.value = ''
      setTelling(false)
    },
    // Errors show at the field, without a popup over the conversation.
    { draft, onInvalid: () => field.current?.focus() },
  )
  const { problem, defaultValue } = form.field('text')
  useFocusWhenWriting(field)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of its field's focus
    <form method="post" {...form.props} className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="font-semibold">
        Your message
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        rows={2}
        dir="auto"
        className="input"
        defaultValue={defaultValue}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
        onKeyDown={sendByEnter}
        onChange={({ target }) => setTelling(!areContactsOpen && namesContacts(target.value))}
      />
      <FieldProblem id={id} problem={problem} />
      <div role="status" className="empty:hidden">
        {isTelling && (
          <p className="border-s-4 border-warn bg-card px-3 py-2 text-sm">
            That looks like a phone number or an email address. You don’t need to give yours: once the order is paid, or
            cash is agreed, you both see how to reach each other.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          <span className="pointer-coarse:hidden">Enter sends, Shift+Enter starts a new line.</span>
        </p>
        <SubmitButton className="button" pending={form.pending}>
          Send
        </SubmitButton>
      </div>
    </form>
  )
}

/** Sends on Enter, except with a touch keyboard, where Enter breaks lines and Send is near. */
function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** Draft of a form that is sent many times: each sent message empties it. */
function useMessageDraft(place: Place, accountId: string) {
  const drafts = { form: `message-${Object.values(place).join('')}`, accountId }
  // Typed before the sign-in.
  const asVisitor = { ...drafts, accountId: VISITOR }
  const [texts] = useState(() => {
    const typedBefore = readDraft(asVisitor, ['text']).texts
    const own = readDraft(drafts, ['text']).texts
    return own.text ? own : typedBefore
  })
  return {
    texts,
    save(typed: { text?: string | undefined }) {
      deleteDraft(asVisitor)
      if (typed.text?.trim()) saveDraft(drafts, { texts: typed, more: {} })
      else deleteDraft(drafts)
    },
    end() {
      deleteDraft(asVisitor)
      deleteDraft(drafts)
    },
  }
}

/** Focuses the field after the first message has opened the conversation. */
function useFocusWhenWriting(field: React.RefObject<HTMLTextAreaElement | null>) {
  const { state } = useLocation() as { state: { isWriting?: boolean } | null }
  const isWriting = state?.isWriting === true
  useEffect(() => {
    // Deferred until the heading has taken the focus of the navigation.
    const timer = isWriting ? setTimeout(() => field.current?.focus(), 0) : undefined
    return () => clearTimeout(timer)
  }, [isWriting, field])
}
