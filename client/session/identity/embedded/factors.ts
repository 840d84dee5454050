import type { FactorFacts, BrowserFactors, IdentityUser } from '#client/session/identity/identity-port.ts'
import { ask } from './identity-requests.ts'
import { passkeysWork } from '#client/session/identity/passkeys-work.ts'
import { createPasskey, offerPasskeys, usePasskey } from './passkeys.ts'

/** Passkeys and second factors at the shop's own server. */
export function embeddedFactors(signedIn: () => Promise<IdentityUser>): BrowserFactors {
  return {
    passkeysWork,
    signInByPasskey: async () => {
      await usePasskey()
      return signedIn()
    },
    offerPasskeys: (onUsed) => offerPasskeys(async () => onUsed(await signedIn())),
    findSecondStep: async () => {
      const { isWaiting = false, hasApp = false, hasPasskey = false } = await ask('second-step/waiting')
      return isWaiting ? { hasApp, hasPasskey } : null
    },
    passSecondStep: async (code) => {
      await ask('second-step', { code })
      return signedIn()
    },
    read: async () => toFacts(await ask('factors')),
    confirm: async (by) => void (await ask('confirm', by)),
    addPasskey: createPasskey,
    renamePasskey: async (id, name) => void (await ask('passkeys/rename', { id, name })),
    removePasskey: async (id) => void (await ask('passkeys/remove', { id })),
    newApp: async () => {
      const { secret = '', address = '' } = await ask('second-factor/new-app', {})
      return { secret, address }
    },
    confirmApp: async (code) => (await ask('second-factor/confirm-app', { code })).recoveryCodes ?? null,
    askForPasskey: async () => (await ask('second-factor/passkey', {})).recoveryCodes ?? null,
    newRecoveryCodes: async () => (await ask('second-factor/codes', {})).recoveryCodes ?? [],
    switchOff: async () => void (await ask('second-factor/off', {})),
  }
}

function toFacts({
  passkeys = [],
  isOn = false,
  hasApp = false,
  codesLeft = 0,
  hasPassword = false,
  isMailboxProven = true,
}: Awaited<ReturnType<typeof ask>>): FactorFacts {
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return {
    passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: new Date(createdAt),
      lastUsedAt: time(lastUsedAt),
    })),
    isOn,
    hasApp,
    codesLeft,
    hasPassword,
    isMailboxProven,
  }
}
