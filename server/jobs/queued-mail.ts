import type { Db } from '#server/database/schema.ts'
import type { MailPort } from '#server/ports/mail.ts'
import type { Sealer } from '#server/secrets/sealer.ts'
import { addMail } from '#server/database/add-mail.ts'

/**
 * The mail port of providers whose mails carry links that nobody else may know: it notes the mail down, sealed, and a
 * job sends it; the note goes with the mail, or unsent when the link has expired. Resolves once it is noted for good.
 */
export function queuedMail({ db, sealer }: { db: Db; sealer: Sealer }): MailPort {
  return {
    send: ({ until, ...mail }) =>
      db
        .transaction()
        .execute((tx) =>
          addMail(tx, 'written', { sealed: sealer.seal(JSON.stringify(mail)), until: until?.toISOString() ?? null }),
        ),
  }
}
