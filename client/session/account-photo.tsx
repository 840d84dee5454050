import type { Account } from '#contract/accounts/accounts.ts'
import { imageSources } from '#contract/images/image-addresses.ts'

type Pictured = Pick<Account, 'name' | 'email' | 'photoUrl'>

/** Initials, 'IH' for Ida Holm; without a name the email's first letter. */
export function initialsOf({ name, email }: Pick<Account, 'name' | 'email'>): string {
  const words = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? [])
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return (letters.join('') || email.slice(0, 1)).toUpperCase()
}

/**
 * Photo of a person as a small square, or their initials. Decorative: the name stands beside it. `className` sets the
 * size.
 */
export function AccountPhoto({ account, className }: { account: Pictured; className: string }) {
  const look = `shrink-0 border border-rule bg-sunk ${className}`
  if (!account.photoUrl)
    return (
      <span aria-hidden="true" className={`flex items-center justify-center font-display font-semibold ${look}`}>
        {initialsOf(account)}
      </span>
    )
  const small = imageSources(account.photoUrl)?.webp.split(' ')[0] ?? account.photoUrl
  return <img src={small} alt="" referrerPolicy="no-referrer" className={`object-cover ${look}`} />
}
