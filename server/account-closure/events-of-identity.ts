import { identityEvents } from '#server/accounts/identity-events.ts'
import { sendWaitingQuestion } from '#server/messages/waiting/send-waiting-question.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { describeUnconfirmed } from './describe-unconfirmed.ts'
import { handOverAccount } from './hand-over-account.ts'

/** Handlers of the identity provider's events and questions that concern more than the account itself. */
export function eventsOfIdentity({ db, clock }: Pick<Services, 'db' | 'clock'>, services: () => Services) {
  const ofAccounts = identityEvents({ db })
  return {
    ...ofAccounts,
    onProfileChanged: async (profile: Parameters<IdentityEvents['onProfileChanged']>[0]) => {
      const confirmedId = await ofAccounts.onProfileChanged(profile)
      // A job of the same statement sends it where this fails.
      if (confirmedId) await sendWaitingQuestion({ db, clock }, confirmedId).catch(() => undefined)
    },
    onHandedOver: (identityId: string) => handOverAccount(services(), identityId),
    describeUnconfirmed: (identityId: string) => describeUnconfirmed({ db }, identityId),
  }
}
