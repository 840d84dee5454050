import { describe, expect, test } from 'vitest'
import { SignJWT, decodeJwt, generateKeyPair } from 'jose'
import type { IdentityPort } from '#server/ports/identity.ts'
import type { TestClock } from '#tests/kit/test-clock.ts'

/** A provider under test, and what a person does with it. */
export interface IdentityUnderTest {
  identity: IdentityPort
  clock: TestClock
  /** Whose club tokens were ended. */
  ended: string[]
  /** Each answers a session: a way to fetch proofs, or null when it was refused. */
  signUp(person: { email: string; password: string; name: string }): Promise<Session | null>
  signIn(email: string, password: string): Promise<Session | null>
  /** Opens an invitation and chooses a password. */
  useLink(link: string, password: string): Promise<Session | null>
  /** Lets the provider's next whole second begin, for one that orders events by seconds. */
  nextSecond?(): Promise<void> | void
}

/** Abilities that a provider lacks, each with its reason, which stands in the title of what is skipped. */
export interface Lacks {
  checkPassword?: string
  sessions?: string
  management?: string
  factors?: string
  signInLinks?: string
  /** Ending older links once a newer one was used. */
  endingOlderLinks?: string
  /** Signing proofs, which an emulator doesn't. */
  signing?: string
}

interface Facts {
  /** Lifetime of a proof. */
  proofSeconds: number
  lacks?: Lacks
}

export interface Session {
  proof(): Promise<string | null>
}

const password = 'correct horse'
let count = 0
const aPerson = (name = 'Ann Reader') => ({ email: `ann${++count}@example.org`, password, name })

/** Suite of the identity provider's port. */
export function identitySuite(
  name: string,
  { proofSeconds, lacks = {} }: Facts,
  start: () => Promise<IdentityUnderTest>,
): void {
  const having = (ability: keyof Lacks) => (lacks[ability] === undefined ? test : test.skip)
  const why = (ability: keyof Lacks) => (lacks[ability] === undefined ? '' : ` (${lacks[ability]})`)

  describe(`identity: ${name}`, async () => {
    const provider = await start()
    const manage = () => provider.identity.management!
    /** Whether a session gives no proof any more, or one that is refused. */
    const isOut = async (session: Session | null) =>
      (await provider.identity.verifyProof((await session?.proof()) ?? '')) === null
    const soon = async () => provider.nextSecond?.()

    async function signedUp(person = aPerson()) {
      const session = await provider.signUp(person)
      const token = await session?.proof()
      if (!session || !token) throw new Error('signing up failed')
      const proof = await provider.identity.verifyProof(token)
      if (!proof) throw new Error('the fresh proof was refused')
      return { person, session, token, proof }
    }

    test('the port says what it lacks', () => {
      for (const ability of ['checkPassword', 'sessions', 'management', 'factors', 'signInLinks'] as const)
        expect([ability, provider.identity[ability] === null]).toEqual([ability, lacks[ability] !== undefined])
    })

    test('a proof says who signed in, and how', async () => {
      const before = Math.floor(provider.clock.now().getTime() / 1000)
      const { person, proof } = await signedUp({ ...aPerson(), email: `Mixed.Case${++count}@Example.org` })
      expect(proof).toEqual({
        identityId: expect.stringMatching(/.{8,}/) as string,
        email: person.email.toLowerCase(),
        emailVerified: false,
        ownsMailbox: false,
        name: 'Ann Reader',
        photoUrl: null,
        via: 'password',
        sessionId: expect.stringMatching(/.{8,}/) as string,
        signedInAt: expect.any(Date) as Date,
      })
      expect(proof.signedInAt.getTime()).toBeGreaterThanOrEqual(before * 1000)
      expect(proof.signedInAt.getTime()).toBeLessThanOrEqual(provider.clock.now().getTime())
    })

    test('the identity stays the same from one sign-in to the next', async () => {
      const { person, proof } = await signedUp()
      const again = await provider.signIn(person.email.toUpperCase(), password)
      const second = await provider.identity.verifyProof((await again?.proof()) ?? '')
      expect(second?.identityId).toBe(proof.identityId)
    })

    test(`a proof expires after ${proofSeconds} seconds`, async () => {
      const { token } = await signedUp()
      try {
        provider.clock.advance(proofSeconds - 40)
        expect(await provider.identity.verifyProof(token)).not.toBeNull()
        provider.clock.advance(80)
        expect(await provider.identity.verifyProof(token)).toBeNull()
      } finally {
        provider.clock.advance(-proofSeconds - 40)
      }
    })

    test('a later proof of the same sign-in says when that was', async () => {
      const { session, proof } = await signedUp()
      try {
        provider.clock.advance(20)
        const later = await provider.identity.verifyProof((await session.proof()) ?? '')
        expect(later?.signedInAt).toEqual(proof.signedInAt)
      } finally {
        provider.clock.advance(-20)
      }
    })

    having('checkPassword')(
      `a password is right, wrong, or none, and checking it signs nobody in${why('checkPassword')}`,
      async () => {
        const { proof, person } = await signedUp()
        const check = (identityId: string, given: string) =>
          provider.identity.checkPassword!({ identityId, password: given, clientAddress: '127.0.0.1' })
        expect(await check(proof.identityId, password)).toEqual({ is: 'right' })
        for (const wrong of ['', `${password} `, 'Correct horse', '\u0000', 'x'.repeat(1000)])
          expect([wrong, await check(proof.identityId, wrong)]).toEqual([wrong, { is: 'wrong' }])
        const { identityId } = await manage().invite({ email: `no${person.email}`, name: '' })
        expect(await check(identityId, password)).toEqual({ is: 'none' })
        expect(await check('nobody', password)).toEqual({ is: 'none' })
      },
    )

    having('signing')(`a proof of other makings is none${why('signing')}`, async () => {
      const { token, proof } = await signedUp()
      const { privateKey } = await generateKeyPair('EdDSA')
      const claims = decodeJwt(token)
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
      const unsigned = `${btoa('{"alg":"none"}')}.${token.split('.')[1]}.`
      const secret = new TextEncoder().encode('x'.repeat(32))
      const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
      const [header, , signature] = token.split('.')
      const altered = `${header}.${btoa(JSON.stringify({ ...claims, email: 'boss@example.org' }))}.${signature}`
      for (const wrong of [forged, unsigned, symmetric, altered, `${token}x`, token.slice(5), '', 'a.b.c', '\u0000'])
        expect([wrong, await provider.identity.verifyProof(wrong)]).toEqual([wrong, null])
      expect(proof.email).not.toBe('boss@example.org')
    })

    having('management')(
      `ending all sessions ends also the proofs at hand, and tells the shop${why('management')}`,
      async () => {
        const { session, token, proof, person } = await signedUp()
        expect(await provider.identity.isSignedIn(proof)).toBe(true)
        await soon()
        await manage().endSessions(proof.identityId)
        expect(await isOut(session)).toBe(true)
        expect(await provider.identity.verifyProof(token)).toBeNull()
        expect(await provider.identity.isSignedIn(proof)).toBe(false)
        expect(provider.ended).toContain(proof.identityId)
        await soon()
        expect(await (await provider.signIn(person.email, password))?.proof()).not.toBeNull()
      },
    )

    having('sessions')(`one session is ended, or all but one, by whoever it belongs to${why('sessions')}`, async () => {
      const { person, session, proof } = await signedUp()
      const others = [await provider.signIn(person.email, password), await provider.signIn(person.email, password)]
      const sessions = provider.identity.sessions!
      const ids = async () => (await sessions.list(proof.identityId)).map(({ id }) => id)
      const [one, other] = (await ids()).filter((id) => id !== proof.sessionId)
      expect(await ids()).toHaveLength(3)
      const stranger = await signedUp()
      await sessions.end(stranger.proof.identityId, one!)
      expect(await ids()).toHaveLength(3)
      await sessions.end(proof.identityId, one!)
      expect(new Set(await ids())).toEqual(new Set([other, proof.sessionId]))
      await sessions.endOthers(proof.identityId, proof.sessionId)
      expect(await ids()).toEqual([proof.sessionId])
      expect(await session.proof()).not.toBeNull()
      for (const ended of others) expect(await ended?.proof()).toBeNull()
      expect(provider.ended).toContain(proof.identityId)
    })

    having('management')(
      `a changed email is a verified one to sign in by, the former one none, and other sessions have ended${why('management')}`,
      async () => {
        const { person, session, proof } = await signedUp()
        const other = await provider.signIn(person.email, password)
        const { email } = aPerson()
        const change = { identityId: proof.identityId, email, sessionId: proof.sessionId }
        await soon()
        for (const turn of [1, 2]) expect([turn, await manage().changeEmail(change)]).toEqual([turn, 'changed'])
        expect(await isOut(other)).toBe(true)
        await soon()
        // Where sessions can't be told apart, all have ended.
        const own = lacks.sessions === undefined ? session : await provider.signIn(email, password)
        const present = await provider.identity.verifyProof((await own?.proof()) ?? '')
        expect(present).toMatchObject({ identityId: proof.identityId, email, emailVerified: true })
        expect(await provider.signIn(person.email, password)).toBeNull()
        expect(await (await provider.signIn(email, password))?.proof()).not.toBeNull()
      },
    )

    having('management')(
      `of two who want one email, one gets it; a stranger’s is taken${why('management')}`,
      async () => {
        const [one, two, third] = [await signedUp(), await signedUp(), await signedUp()]
        const { email } = aPerson()
        const change = ({ proof: { identityId, sessionId } }: typeof one, wanted: string) =>
          manage().changeEmail({ identityId, sessionId, email: wanted })
        const outcomes = await Promise.all([change(one, email), change(two, email)])
        expect(outcomes.toSorted()).toEqual(['changed', 'taken'])
        expect(await change(third, email)).toBe('taken')
      },
    )

    having('management')(`a removed person is out, and may be removed twice${why('management')}`, async () => {
      const { session, proof, person } = await signedUp()
      await manage().remove(proof.identityId)
      await manage().remove(proof.identityId)
      await manage().remove('nobody')
      expect(await session.proof()).toBeNull()
      expect(await provider.signIn(person.email, password)).toBeNull()
    })

    having('management')(
      `an invitation makes a person who chooses a password once, and whose address counts as verified${why('management')}`,
      async () => {
        const person = { email: `guest${++count}@example.org`, name: 'Guest' }
        const { identityId, link } = await manage().invite(person)
        expect(await provider.signIn(person.email, '')).toBeNull()
        const session = await provider.useLink(link, 'a fine password')
        const proof = await provider.identity.verifyProof((await session?.proof()) ?? '')
        expect(proof).toMatchObject({ ...person, identityId, emailVerified: true })
        expect(await provider.useLink(link, 'somebody else')).toBeNull()
        expect(await provider.signIn(person.email, 'a fine password')).not.toBeNull()
      },
    )

    having('management')(
      `inviting somebody who is there keeps the person, and a password only of who has proven the address${why('management')}`,
      async () => {
        const { person, proof } = await signedUp()
        const [first, second] = await Promise.all([
          manage().invite({ email: person.email, name: '' }),
          manage().invite({ email: person.email, name: '' }),
        ])
        expect([first.identityId, second.identityId]).toEqual([proof.identityId, proof.identityId])
        expect(await provider.signIn(person.email, password)).toBeNull()
        expect(await provider.useLink(second.link, 'the new one')).not.toBeNull()
        if (lacks.endingOlderLinks === undefined) expect(await provider.useLink(first.link, 'an older link')).toBeNull()
        // The link has proven the address: from now on an invitation leaves the password as it is.
        await manage().invite({ email: person.email, name: '' })
        expect(await provider.signIn(person.email, 'the new one')).not.toBeNull()
      },
    )

    having('management')(
      `whom the shop makes known has no way in but the mailed link, whoever typed the email before; who confirmed it stays${why('management')}`,
      async () => {
        const newcomer = { email: `known${++count}@example.org`, name: 'Ann Reader' }
        const identityId = await manage().admit(newcomer)
        expect(identityId).toMatch(/.{8,}/)
        expect(await manage().admit(newcomer)).toBe(identityId)
        const stranger = await signedUp()
        await soon()
        expect(await manage().admit({ ...stranger.person, name: '' })).toBe(stranger.proof.identityId)
        expect(await provider.signIn(stranger.person.email, password)).toBeNull()
        expect(await isOut(stranger.session)).toBe(true)
        const { link } = await manage().invite(newcomer)
        await provider.useLink(link, 'a fine password')
        expect(await manage().admit(newcomer)).toBeNull()
        expect(await provider.signIn(newcomer.email, 'a fine password')).not.toBeNull()
      },
    )

    having('management')(`two invitations of a newcomer at once make one person${why('management')}`, async () => {
      const person = { email: `twice${++count}@example.org`, name: '' }
      const both = await Promise.all([manage().invite(person), manage().invite(person)])
      expect(both[0].identityId).toBe(both[1].identityId)
    })
  })
}
