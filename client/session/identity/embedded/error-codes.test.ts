import { expect, test } from 'vitest'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { errorCodeOf, federatedErrorOf } from './error-codes.ts'

test.for([
  ['access_denied', /didn’t agree/],
  ['account_not_linked', /signed up another way/],
  ['email_not_found', /no email address/],
  ['server_error', /our side/],
  ['constructor', /our side/],
] as const)('a federated sign-in that ended in %s says what to do', ([error, words]) => {
  expect(new IdentityError(federatedErrorOf(error)).message).toMatch(words)
})

test('a provider that is away is said to be', () => {
  expect(new IdentityError(errorCodeOf(404, 'PROVIDER_NOT_FOUND')).message).toMatch(/can’t reach the service/)
})
