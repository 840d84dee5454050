import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'

/** Contact link: an email address or a telephone number. */
export function ContactLink({ kind, text, look = '' }: { kind: 'email' | 'phone'; text: string; look?: string }) {
  const href = kind === 'email' ? `mailto:${text}` : `tel:${text.replaceAll(/[^\d+]/g, '')}`
  return (
    <a href={href} className={`link inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11 ${look}`}>
      <span>
        <BreakableEmail text={text} />
      </span>
    </a>
  )
}
