import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { exampleIds, exampleNames } from '#contract/examples.ts'
import { link, type MailWords } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { memberName } from '#contract/wording.ts'
import { findAccountById, type AccountRow } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import type { Services } from '#server/services.ts'

const person = { id: exampleIds.account, name: exampleNames.buyer, email: 'tomas@example.org' }
const admin = { id: exampleIds.book, name: exampleNames.admin, email: 'ada@example.org' }

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
  find: async ({ db }, { accountId, adminId, to }) => {
    const [person, admin] = [await findAccountById(db, accountId), await findAccountById(db, adminId)]
    const reader = to === 'person' ? person : admin
    if (!reader || reader.closedAt || !person || !admin) return null
    return { to: { name: reader.name, address: reader.email }, person: named(person), admin: named(admin) }
  },
  write: ({ person, admin }, site, { done, to }) => {
    return to === 'person'
      ? toPerson(done, person.id === admin.id ? 'You have' : `${quoted(memberName(admin))} has`, site)
      : toAdmin(done, `${quoted(memberName(person))} (${person.email})`, site)
  },
  examples: (['appointed', 'removed'] as const).flatMap((done) => [
    {
      to: 'An admin, or who was one',
      when: `They are ${done} as an admin`,
      params: { done, to: 'person' as const },
      facts: { person, admin },
    },
    {
      to: 'The admin who did it',
      when: `Someone is ${done} as an admin`,
      params: { done, to: 'admin' as const },
      facts: { person, admin },
    },
  ]),
})

const named = ({ id, name, email }: AccountRow) => ({ id, name, email })

type Club = Pick<Services['site'], 'name' | 'publicUrl'>
type Done = 'appointed' | 'removed'

const toPerson = (done: Done, adminHas: string, { name, publicUrl }: Club): MailWords =>
  done === 'appointed'
    ? {
        subject: `You are an admin of ${name}`,
        blocks: [
          `${adminHas} made you an admin of ${name}. Admins run the club: they see its members, orders and settings, and neither buy nor sell.`,
          link('Sign in and start here', `${publicUrl}${href('/dashboard')}`),
          `Don’t want to be an admin? Any admin can undo it on your page under People.`,
        ],
      }
    : {
        subject: `You are no longer an admin of ${name}`,
        blocks: [
          `${adminHas} removed you as an admin of ${name}. You’re an ordinary member again, with what you bought and sold before.`,
          `Is this a mistake? Write to the club: ${publicUrl}${href('/contact')}`,
        ],
      }

const toAdmin = (done: Done, person: string, { name, publicUrl }: Club): MailWords => ({
  subject: done === 'appointed' ? `New admin of ${name}` : `An admin of ${name} was removed`,
  blocks: [
    done === 'appointed'
      ? `You made ${person} an admin of ${name}, and confirmed it with your password.`
      : `You removed ${person} as an admin of ${name}, and confirmed it with your password.`,
    'Wasn’t that you? Then someone knows your password. Choose another one at once, and check the admins under People.',
    link('Choose a new password', `${publicUrl}${href('/reset-password')}`),
  ],
})
