import { quoted, said } from '#contract/mail-words.ts'
import { memberName } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'

/** Tells of an appointment or its end: the person, and the admin whose password stood for it. */
export async function mailAdminNews(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { accountId, keeperId, done, to }: MailKinds['admin_news'],
): Promise<Mail | null> {
  const [person, keeper] = [await findAccountById(db, accountId), await findAccountById(db, keeperId)]
  const reader = to === 'person' ? person : keeper
  if (!reader || reader.closedAt || !person || !keeper) return null
  const [subject, ...paragraphs] =
    to === 'person'
      ? toPerson(done, accountId === keeperId ? 'You have' : `${quoted(memberName(keeper))} has`, site)
      : toKeeper(done, `${quoted(memberName(person))} (${person.email})`, site)
  return {
    to: { name: reader.name, address: reader.email },
    subject: subject ?? '',
    text: `${[`Hello ${said(reader.name) || 'there'},`, ...paragraphs].join('\n\n')}\n`,
  }
}

type Club = Pick<Services['site'], 'name' | 'publicUrl'>
type Done = MailKinds['admin_news']['done']

const toPerson = (done: Done, keeperHas: string, { name, publicUrl }: Club): string[] =>
  done === 'appointed'
    ? [
        `You are an admin of ${name}`,
        `${keeperHas} made you an admin of ${name}. Admins keep the club: they see its members, orders and settings, and neither buy nor sell.`,
        `Sign in, and begin here: ${publicUrl}/dashboard`,
        `You don’t want that? Any admin can take it back on your page under People.`,
      ]
    : [
        `You are no longer an admin of ${name}`,
        `${keeperHas} removed you as an admin of ${name}. You’re an ordinary member again, with what you bought and sold before.`,
        `Is that a mistake? Write to the club: ${publicUrl}/contact`,
      ]

const toKeeper = (done: Done, person: string, { name, publicUrl }: Club): string[] => [
  done === 'appointed' ? `New admin of ${name}` : `An admin of ${name} was removed`,
  done === 'appointed'
    ? `you have made ${person} an admin of ${name}, with your password.`
    : `you have removed ${person} as an admin of ${name}, with your password.`,
  `Wasn’t it you? Then somebody knows your password: choose another one at once (${publicUrl}/reset-password), and look at the admins under People.`,
]
