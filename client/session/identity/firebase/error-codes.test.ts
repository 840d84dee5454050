import { expect, test } from 'vitest'
import { asIdentityError } from './error-codes.ts'

test('a wrong password and an unknown email say the same, by both families of codes, with Firebase’s own code', () => {
  const errors = ['auth/invalid-credential', 'auth/wrong-password', 'auth/user-not-found'].map((code) =>
    asIdentityError(Object.assign(new Error('Firebase: Error'), { code })),
  )
  expect(errors.map(({ code }) => code)).toEqual([
    'auth/invalid-credential',
    'auth/wrong-password',
    'auth/user-not-found',
  ])
  expect(new Set(errors.map(({ message }) => message))).toEqual(
    new Set(['That email and password don’t match. Please check both.']),
  )
})

test.for([
  ['auth/email-already-in-use', 'auth/email-already-in-use', /already in use by another account/],
  ['auth/weak-password', 'auth/weak-password', /at least 6 characters/],
  ['auth/too-many-requests', 'auth/too-many-requests', /Too many attempts/],
  ['auth/user-disabled', 'auth/user-disabled', /closed by the club/],
  ['auth/popup-blocked', 'auth/popup-blocked', /blocked the window/],
  ['auth/popup-closed-by-user', 'auth/popup-closed-by-user', /window closed/],
  ['auth/cancelled-popup-request', 'auth/cancelled-popup-request', /Another window/],
  ['auth/network-request-failed', 'auth/network-request-failed', /internet connection/],
  ['auth/unauthorized-domain', 'auth/unauthorized-domain', /at this web address/],
  ['auth/operation-not-allowed', 'auth/operation-not-allowed', /that way here/],
  ['auth/invalid-action-code', 'auth/expired-action-code', /expired or was used/],
  ['auth/invalid-login-credentials', 'auth/invalid-credential', /don’t match/],
  ['auth/requires-recent-login', 'auth/requires-recent-login', /log in again/],
  ['auth/argument-error', 'auth/internal-error', /our side/],
  ['constructor', 'auth/internal-error', /our side/],
] as const)('%s of Firebase becomes %s, in words', ([given, code, words]) => {
  const error = asIdentityError({ code: given })
  expect(error.code).toBe(code)
  expect(error.message).toMatch(words)
})
