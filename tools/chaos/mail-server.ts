import { startRelay } from '#tests/kit/faults/relay.ts'
import { startMailSink, type SunkMail } from '#tests/port-suites/mail-sink.ts'

/** `lying`: it takes the mail, and says that it didn't. */
export type MailBehaviour = 'well' | 'away' | 'mute' | 'later' | 'lying'

export interface MailServer {
  port: number
  mails: readonly SunkMail[]
  behave(how: MailBehaviour): void
  close(): Promise<void>
}

const LATER = '451 4.7.1 Come back later'

/** A mail server on loopback that can be away, mute, greylisting or lying. */
export async function startMailServer(): Promise<MailServer> {
  const says: NonNullable<Parameters<typeof startMailSink>[0]>['says'] = {}
  const sink = await startMailSink({ says })
  const relay = await startRelay({ host: '127.0.0.1', port: Number(new URL(sink.url).port) })
  return {
    port: relay.port,
    mails: sink.mails,
    behave: (how) => {
      says.RCPT = how === 'later' ? LATER : ''
      says.TAKEN = how === 'lying' ? LATER : ''
      if (how === 'away') relay.refuse()
      else if (how === 'mute') relay.freeze()
      else relay.open()
    },
    close: async () => {
      relay.close()
      await sink.close()
    },
  }
}
