import { Link, useLocation } from 'react-router'
import { mailGroups, type MailGroup } from '#contract/accounts/mail-choices.ts'
import { listMails, type ListedMail } from '#contract/settings/mails.ts'
import { TestMail } from '#client/club/test-mail.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { MailPreview } from './mail-preview.tsx'

/** Every email of the shop as its readers get it, and a test email to oneself. */
export default function Mails() {
  const mails = useCall(listMails, {})
  const { search } = useLocation()
  const place = Number(new URLSearchParams(search).get('mail') ?? 0)
  return (
    <>
      <TestMail />
      <section aria-labelledby="mails-heading" className="mt-6">
        <h2 id="mails-heading" className="mb-2 text-xl">
          Every email
        </h2>
        <p className="mb-4 max-w-measure text-ink-2">
          Shown with example data. The club’s name, address and contact come from the settings.
        </p>
        {mails.isPending && <Skeletons count={2} className="h-60" label="Loading the emails" />}
        {mails.error && <Retry error={mails.error} onRetry={() => void mails.refetch()} />}
        {mails.data && (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
            <MailList mails={mails.data} shown={place} />
            {mails.data[place] && <MailPreview key={place} mail={mails.data[place]} />}
          </div>
        )}
      </section>
    </>
  )
}

const groupWords = (group: MailGroup | null) => (group === null ? 'Always sent' : mailGroups[group].label)

function MailList({ mails, shown }: { mails: readonly ListedMail[]; shown: number }) {
  const places = new Map<MailGroup | null, number[]>()
  for (const [place, { group }] of mails.entries()) places.set(group, [...(places.get(group) ?? []), place])
  return (
    <nav aria-label="Emails" className="sheet max-h-80 overflow-y-auto p-4 lg:max-h-[44rem]">
      {[...places].map(([group, those]) => (
        <section key={group ?? 'always'} className="mb-4 last:mb-0" aria-label={groupWords(group)}>
          <h3 className="mb-1 font-semibold">{groupWords(group)}</h3>
          <ul className="grid">
            {those.map((place) => (
              <li key={place} className="border-t border-rule">
                <Link
                  to={{ search: `?mail=${place}`, hash: '#mail' }}
                  preventScrollReset
                  aria-current={place === shown || undefined}
                  className="flex min-h-11 items-center text-sm aria-current:font-semibold"
                >
                  {mails[place]!.subject}
                </Link>
                <p className="pb-2 text-sm text-ink-2">
                  {mails[place]!.to}: {mails[place]!.when}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
