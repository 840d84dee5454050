import { randomBytes } from 'node:crypto'
import { href } from '#contract/href.ts'
import type { Management } from '#server/ports/identity.ts'
import { ToolkitRefusal, type IdentityToolkit, type ToolkitUser } from './identity-toolkit.ts'
import type { FirebaseSettings } from './settings.ts'

/** How long Firebase's link to choose a password works. */
const LINK_HOURS = 1

/** Manages people with the rights of a service account. */
export function management(
  toolkit: IdentityToolkit,
  { publicUrl, clock, events }: Pick<FirebaseSettings, 'publicUrl' | 'clock' | 'events'>,
): Management {
  /** The next second: Firebase compares whole ones, and a session of this one has to end, too. */
  const fromNowOn = () => String(Math.floor(clock.now().getTime() / 1000) + 1)

  // Google's clock may be ahead of ours.
  const afterBoth = (signedInAt: Date) => String(Math.max(Number(fromNowOn()), signedInAt.getTime() / 1000 + 1))

  const requireNewPassword = async (localId: string, validSince = fromNowOn()) => {
    const password = randomBytes(32).toString('base64url')
    const deleteProvider = await waysBeside('password', toolkit, localId)
    await toolkit.update({ localId, password, validSince, deleteProvider })
  }

  return {
    requireNewPassword: ({ identityId, signedInAt }) => requireNewPassword(identityId, afterBoth(signedInAt)),
    endSessions: async (localId) => {
      await unlessRefused('USER_NOT_FOUND', toolkit.update({ localId, validSince: fromNowOn() }))
      await events.onCredentialsChanged(localId)
    },
    changeEmail: async ({ identityId: localId, email }) => {
      const change = { localId, email, emailVerified: true, validSince: fromNowOn() }
      if (!(await unlessRefused('EMAIL_EXISTS', toolkit.update(change)))) return 'taken'
      await events.onCredentialsChanged(localId)
      return 'changed'
    },
    remove: async (localId) => void (await unlessRefused('USER_NOT_FOUND', toolkit.remove(localId))),
    admit: async (person) => {
      try {
        const { localId, isKnown, isUnproven } = await findOrMake(toolkit, person)
        if (isKnown && !isUnproven) return null
        if (isUnproven) await requireNewPassword(localId)
        return localId
      } catch (error) {
        if (error instanceof ToolkitRefusal && error.code === 'INVALID_EMAIL') return null
        throw error
      }
    },
    invite: async ({ email, name }) => {
      const { localId, isUnproven } = await findOrMake(toolkit, { email, name })
      if (isUnproven) {
        // Whoever signed up with the address hasn't shown that it is theirs: the link is for its reader.
        await requireNewPassword(localId)
        await events.onHandedOver(localId)
      }
      const code = (await toolkit.resetLink(email)).searchParams.get('oobCode') ?? ''
      const link = `${publicUrl}${href('/reset-password')}?token=${encodeURIComponent(code)}&welcome=1`
      return { identityId: localId, link, hours: LINK_HOURS }
    },
  }
}

/** Ways by which a person may sign in beside this one: any account elsewhere can be linked, whatever its email. */
export async function waysBeside(
  kept: 'password' | 'google.com',
  toolkit: IdentityToolkit,
  localId: string,
): Promise<string[]> {
  const ways = (await toolkit.findById(localId))?.providerUserInfo ?? []
  return ways.map(({ providerId }) => providerId).filter((way) => way !== kept)
}

/** Finds the person of an address, who may not have proven it yet, or makes one. */
export async function findOrMake(
  toolkit: IdentityToolkit,
  { email, name, ...more }: { email: string; name: string; password?: string; emailVerified?: boolean },
): Promise<{ localId: string; isKnown: boolean; isUnproven: boolean }> {
  const known = await toolkit.findByEmail(email)
  if (known) return asFound(known)
  try {
    return { localId: await toolkit.create({ email, displayName: name, ...more }), isKnown: false, isUnproven: false }
  } catch (error) {
    if (!(error instanceof ToolkitRefusal) || error.code !== 'EMAIL_EXISTS') throw error
    // Another request was first.
    const made = await toolkit.findByEmail(email)
    if (!made) throw error
    return asFound(made)
  }
}

const asFound = ({ localId, emailVerified }: ToolkitUser) => ({ localId, isKnown: true, isUnproven: !emailVerified })

/** Whether a call succeeded; false for this refusal. */
async function unlessRefused(code: string, call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ToolkitRefusal && error.code === code) return false
    throw error
  }
}
