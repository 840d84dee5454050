import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { answerDecision, lookAtDecision, type DecisionAbout } from '#contract/reports/answers.ts'
import { decidedWords } from '#contract/reports/reports.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { ClubContact } from '#client/orders/club-contact.tsx'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { titled } from '#client/ui/site.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

export const meta = titled('Answer a decision')

type Stage =
  | { kind: 'reading' }
  | { kind: 'open'; decision: DecisionAbout }
  | { kind: 'gone'; words: string }
  | { kind: 'failed'; error: Error }

async function look(token: string): Promise<Stage> {
  try {
    return { kind: 'open', decision: await call(lookAtDecision, { body: { token } }) }
  } catch (error) {
    const words = errorMessage(error)
    const isGone = error instanceof ProblemError && error.code === 'not_found'
    return isGone ? { kind: 'gone', words } : { kind: 'failed', error: new Error(words) }
  }
}

/**
 * Answer to a moderation decision, once, by the mailed link: a suspended person can't sign in. A button sends it,
 * because mail scanners open links, too.
 */
export default function Answer() {
  const { token = '' } = useParams()
  const [stage, setStage] = useState<Stage>({ kind: 'reading' })
  useEffect(() => {
    let isCurrent = true
    void look(token).then((next) => isCurrent && setStage(next))
    return () => {
      isCurrent = false
    }
  }, [token])
  const retry = () => {
    setStage({ kind: 'reading' })
    void look(token).then(setStage)
  }
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6">
      <h1>Answer a decision</h1>
      <NeedsScripts what="This page" />
      <div aria-live="polite" className="sheet noscript:hidden grid grid-cols-1 gap-4 p-5 sm:p-6">
        {stage.kind === 'reading' && <p>Reading your link…</p>}
        {stage.kind === 'open' && <Decided token={token} decision={stage.decision} />}
        {stage.kind === 'gone' && (
          <>
            <p>{stage.words}</p>
            <p className="*:touchable *:inline-block *:py-1">
              <ClubContact words="Write to the club" />
            </p>
          </>
        )}
        {stage.kind === 'failed' && <Retry error={stage.error} onRetry={retry} />}
      </div>
    </div>
  )
}

const aboutWords = (kind: DecisionAbout['kind'], title: string) =>
  ({
    book: `About your listing “${title}”`,
    person: 'About you',
    message: `About a message of yours about “${title}”`,
    copy: `About your listing “${title}”`,
  })[kind]

function Decided({ token, decision }: { token: string; decision: DecisionAbout }) {
  const [answered, setAnswered] = useState(decision.answer)
  const { kind, title, note, until } = decision
  return (
    <>
      <p className="text-ink-2">{aboutWords(kind, title)}</p>
      <p>
        <strong>{decidedWords[decision.decision]}.</strong> Why: “<span className="whitespace-pre-wrap">{note}</span>”
      </p>
      {answered === null ? (
        <AnswerForm token={token} until={until} onAnswered={setAnswered} />
      ) : (
        <>
          <p role="status">
            <strong>Your answer has been sent.</strong> The club’s admins will read it. You can answer each decision
            once.
          </p>
          <blockquote className="border-s-3 border-ink ps-3 wrap-anywhere whitespace-pre-wrap">{answered}</blockquote>
          <p className="*:touchable *:inline-block *:py-1">
            <ClubContact words="Something to add? Write to the club" />
          </p>
        </>
      )}
    </>
  )
}

const form = formOf(answerDecision.body)

function AnswerForm(props: { token: string; until: Date; onAnswered: (words: string) => void }) {
  const { token, until, onAnswered } = props
  const answering = useForm(
    form,
    async (body) => {
      await call(answerDecision, { body })
      onAnswered(body.words)
    },
    { more: { token } },
  )
  return (
    <Form form={answering} submit={{ label: 'Send the answer', pending: 'Sending…' }}>
      <p>
        You can answer once; the link expires <TimeAgo date={until} />. Only the club’s admins read it.
      </p>
      <Field label="Your answer" {...answering.field('words')} rows={6} />
    </Form>
  )
}
