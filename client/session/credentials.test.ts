import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changePasswordForm, newPasswordForm, signInForm, signUpForm } from './credentials.ts'

const messagesOf = (schema: z.core.$ZodType, values: object) =>
  z.safeParse(schema, values).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

const club = { demo: true, name: 'Dogear', joinDomains: [] }

describe('signing in', () => {
  test('both fields are required', () => {
    expect(messagesOf(signInForm, { email: ' ', password: '' })).toEqual([
      'email: All fields are required',
      'password: All fields are required',
    ])
  })
  test('a password has six characters at least, spaces included', () => {
    expect(messagesOf(signInForm, { email: 'ann@example.org', password: '12345' })).toEqual([
      'password: Password must be at least 6 characters',
    ])
    expect(messagesOf(signInForm, { email: 'ann@example.org', password: ' 1234 ' })).toEqual([])
  })
  test('an address has the form of one', () => {
    expect(messagesOf(signInForm, { email: 'ann', password: '123456' })).toEqual([
      'email: Enter an email address such as name@example.org',
    ])
  })
})

test('a sign-up without a role makes a user, and none makes an admin', () => {
  const person = { email: 'Ann@Example.org', password: '123456', name: '' }
  expect(z.parse(signUpForm(club), person)).toEqual({ ...person, email: 'ann@example.org', role: 'user' })
  expect(z.safeParse(signUpForm(club), { ...person, role: 'admin' }).success).toBe(false)
})

test('the commonest passwords are refused with the reason where the shop is for real, and signing in takes any', () => {
  const person = { email: 'ann@example.org', password: 'Passw0rd', name: '' }
  const reason = 'This is one of the first passwords anyone would guess. Please choose another.'
  expect(messagesOf(signUpForm({ ...club, demo: false }), person)).toEqual([`password: ${reason}`])
  expect(messagesOf(signUpForm(club), person)).toEqual([])
  expect(messagesOf(newPasswordForm(false), { password: '123456' })).toEqual([`password: ${reason}`])
  const change = { currentPassword: '123456', password: 'qwertz' }
  expect(messagesOf(changePasswordForm(false), change)).toEqual([`password: ${reason}`])
  expect(messagesOf(signInForm, person)).toEqual([])
})
