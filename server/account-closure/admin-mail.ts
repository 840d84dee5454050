import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { mailText, quoted, said } from '#contract/mail-words.ts'
import { memberName } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import type { Services } from '#server/services.ts'

/** Mails the appointed or removed admin, and the admin who confirmed it by password. */
export const adminMail = defineMail({
  name: 'admin_news',
  group: 'always',
  params: z.object({
    accountId: z.string(),
    adminId: z.string(),
    done: z.enum(['appointed', 'removed']),
    to: z.enum(['person', 'admin']),
    since: z.string(),
  }),
  write: async ({ db, site }, { accountId, adminId, done, to }) => {
    const [person, admin] = [await findAccountById(db, accountId), await findAccountById(db, adminId)]
    const reader = to === 'person' ? person : admin
    if (!reader || reader.closedAt || !person || !admin) return null
    const [subject, ...paragraphs] =
      to === 'person'
        ? toPerson(done, accountId === adminId ? 'You have' : `${quoted(memberName(admin))} has`, site)
        : toAdmin(done, `${quoted(memberName(person))} (${person.email})`, site)
    return {
      to: { name: reader.name, address: reader.email },
      subject: subject ?? '',
      text: mailText([`Hello ${said(reader.name) || 'there'},`, ...paragraphs]),
    }
  },
})

type Club = Pick<Services['site'], 'name' | 'publicUrl'>
type Done = 'appointed' | 'removed'

const toPerson = (done: Done, adminHas: string, { name, publicUrl }: Club): string[] =>
  done === 'appointed'
    ? [
        `You are an admin of ${name}`,
        `${adminHas} made you an admin of ${name}. Admins keep the club: they see its members, orders and settings, and neither buy nor sell.`,
        `Sign in, and begin here: ${publicUrl}${href('/dashboard')}`,
        `You don’t want that? Any admin can take it back on your page under People.`,
      ]
    : [
        `You are no longer an admin of ${name}`,
        `${adminHas} removed you as an admin of ${name}. You’re an ordinary member again, with what you bought and sold before.`,
        `Is that a mistake? Write to the club: ${publicUrl}${href('/contact')}`,
      ]

const toAdmin = (done: Done, person: string, { name, publicUrl }: Club): string[] => [
  done === 'appointed' ? `New admin of ${name}` : `An admin of ${name} was removed`,
  done === 'appointed'
    ? `you have made ${person} an admin of ${name}, with your password.`
    : `you have removed ${person} as an admin of ${name}, with your password.`,
  `Wasn’t it you? Then somebody knows your password: choose another one at once (${publicUrl}${href('/reset-password')}), and look at the admins under People.`,
]
