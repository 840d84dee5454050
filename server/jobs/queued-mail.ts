import type { Db, Tx } from '#server/database/schema.ts'
import type { BookedMail, Mail } from '#server/ports/mail.ts'
import type { Sealer } from '#server/secrets/sealer.ts'
import { addMail } from '#server/database/add-mail.ts'

class TakenBack extends Error {}

const NO_MAIL: Mail = { to: { name: '', address: '' }, subject: '', text: '' }

/**
 * The mail port of providers whose mails carry links that nobody else may know: it notes the mail down, sealed, and a
 * job sends it; the note goes with the mail, or unsent when the link has expired. Resolves once it is noted for good.
 */
export function queuedMail({ db, sealer }: { db: Db; sealer: Sealer }): BookedMail {
  const book = (tx: Tx, { until, ...mail }: Mail) =>
    addMail(tx, 'written', { sealed: sealer.seal(JSON.stringify(mail)), until: until?.toISOString() ?? null })
  return {
    send: (mail) => db.transaction().execute((tx) => book(tx, mail)),
    rehearse: async () => {
      const rehearsed = db.transaction().execute(async (tx) => {
        await book(tx, NO_MAIL)
        throw new TakenBack()
      })
      await rehearsed.catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
    },
  }
}
