import { expect, test } from 'vitest'
import { mailPieces } from './mail-links.ts'

const ours = ['http://localhost:4000', 'http://127.0.0.1:4000']

test('an address of ours becomes a path, what surrounds it stays', () => {
  expect(mailPieces('Open\nhttp://localhost:4000/verify-email?token=a%2Bb.\nThanks', ours)).toEqual([
    { at: 0, text: 'Open\n', path: null },
    { at: 5, text: 'http://localhost:4000/verify-email?token=a%2Bb', path: '/verify-email?token=a%2Bb' },
    { at: 51, text: '.\nThanks', path: null },
  ])
})

test('both names of this machine are ours', () => {
  expect(mailPieces('http://127.0.0.1:4000/', ours)).toEqual([{ at: 0, text: 'http://127.0.0.1:4000/', path: '/' }])
})

test.each(['http://localhost:4001/x', 'https://evil.example/?http://localhost:4000/', 'javascript:alert(1)'])(
  '%s stays text',
  (text) => {
    expect(mailPieces(text, ours)).toEqual([{ at: 0, text, path: null }])
  },
)

test('nothing makes nothing', () => {
  expect(mailPieces('', ours)).toEqual([])
})
