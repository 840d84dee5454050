import * as z from 'zod/mini'
import type { Db, Tx } from '#server/database/schema.ts'
import type { BookedMail, Mail, WrittenMail } from '#server/ports/mail.ts'
import type { Sealer } from '#server/secrets/sealer.ts'
import { defineMail } from './define-mail.ts'

/** Before all other jobs: people wait for links at the screen. */
const LINKS_PRIORITY = -10

/** Written when it is booked and sealed until it is sent: its link, or its address, must not be readable in the database. */
export const sealedMail = defineMail({
  name: 'written',
  group: 'always',
  priority: LINKS_PRIORITY,
  params: z.object({ sealed: z.string(), until: z.nullable(z.string()) }),
  find: async ({ clock, sealer, log }, { sealed, until }) => {
    if (until !== null && new Date(until) <= clock.now()) {
      log.warn({}, 'an email was not sent: the link in it expired while it waited; people can ask for a new one')
      return null
    }
    const text = sealer.open(sealed)
    if (text !== null) return readSealed(JSON.parse(text) as WrittenMail | OlderMail)
    log.error({}, 'an email was not sent: it was sealed with other keys than those in the data folder (keys/shop.json)')
    return null
  },
  write: (mail) => mail,
  // The admins' list shows sealed emails by the examples of the code that books them.
  examples: [],
})

/** A sealed email of an earlier version, which was text alone. */
type OlderMail = Pick<Mail, 'to' | 'subject' | 'text'>

const isGreeting = (block: unknown) => typeof block === 'string' && /^Hello\b.*,$/.test(block)

function readSealed(mail: WrittenMail | OlderMail): WrittenMail {
  const blocks = 'blocks' in mail ? mail.blocks : mail.text.trimEnd().split('\n\n')
  // Earlier versions wrote the greeting themselves.
  return { ...mail, blocks: isGreeting(blocks[0]) ? blocks.slice(1) : blocks }
}

/** Books an email that is written already; it isn't sent after its `until`. */
export const bookSealedMail = (
  tx: Tx,
  { sealer }: { sealer: Sealer },
  { until, ...mail }: WrittenMail,
): Promise<void> =>
  sealedMail.book(tx, { sealed: sealer.seal(JSON.stringify(mail)), until: until?.toISOString() ?? null })

class RolledBack extends Error {}

const NO_MAIL: WrittenMail = { to: { name: '', address: '' }, subject: '', blocks: [] }

/** The mail port that books sealed emails, for providers whose emails carry links. `send` resolves at the commit. */
export function sealedMailQueue({ db, sealer }: { db: Db; sealer: Sealer }): BookedMail {
  return {
    send: (mail) => db.transaction().execute((tx) => bookSealedMail(tx, { sealer }, mail)),
    rehearse: async () => {
      const rehearsed = db.transaction().execute(async (tx) => {
        await bookSealedMail(tx, { sealer }, NO_MAIL)
        throw new RolledBack()
      })
      await rehearsed.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    },
  }
}
