const looks = {
  ok: { colour: 'text-ok', mark: '✓' },
  warn: { colour: 'text-warn', mark: '○' },
  quiet: { colour: 'text-ink-2', mark: '○' },
  plain: { colour: 'text-ink-2', mark: '' },
  stamp: { colour: 'text-stamp', mark: '' },
}

interface BadgeProps {
  kind: keyof typeof looks
  /** Explanation on hover. */
  title?: string
  /** In the type of what is around it, for lists of many. */
  isQuiet?: boolean
  children: React.ReactNode
}

/** Badge of a state, by word and shape, never by colour alone. */
export function Badge({ kind, title, isQuiet = false, children }: BadgeProps) {
  const { colour, mark } = looks[kind]
  const type = isQuiet ? '' : 'text-sm font-semibold'
  return (
    <span title={title} className={`inline-flex items-center gap-1 whitespace-nowrap ${type} ${colour}`}>
      {mark && <span aria-hidden="true">{mark}</span>}
      {children}
    </span>
  )
}

/** Badge for a verified email address, explained on hover, and in words on a book's page. */
export function VerifiedBadge({ verified, isQuiet = false }: { verified: boolean; isQuiet?: boolean }) {
  return (
    <Badge kind={verified ? 'ok' : 'quiet'} title={verifiedMeaning(verified)} isQuiet={isQuiet}>
      {verified ? 'verified' : 'unverified'}
    </Badge>
  )
}

export const verifiedMeaning = (verified: boolean) => `Email address ${verified ? '' : 'not yet '}confirmed`
