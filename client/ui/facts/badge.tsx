const looks = {
  ok: { colour: 'text-ok', mark: '✓' },
  warn: { colour: 'text-warn', mark: '○' },
  quiet: { colour: 'text-ink-2', mark: '○' },
  plain: { colour: 'text-ink-2', mark: '' },
  stamp: { colour: 'text-stamp', mark: '' },
}

/** Badge of a state, by word and shape, never by colour alone. */
export function Badge({ kind, children }: { kind: keyof typeof looks; children: React.ReactNode }) {
  const { colour, mark } = looks[kind]
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-semibold whitespace-nowrap ${colour}`}>
      {mark && <span aria-hidden="true">{mark}</span>}
      {children}
    </span>
  )
}

/** Badge for a verified email address, explained on hover, and in words on a book's page. */
export function VerifiedBadge({ verified }: { verified: boolean }) {
  return (
    <span title={verifiedMeaning(verified)}>
      <Badge kind={verified ? 'ok' : 'quiet'}>{verified ? 'verified' : 'unverified'}</Badge>
    </span>
  )
}

export const verifiedMeaning = (verified: boolean) => `Email address ${verified ? '' : 'not yet '}confirmed`
