import { expect, test } from 'vitest'
import { emailMayJoin, isJoinDomain, joinDomainsWords } from './join-domains.ts'

test.for([
  ['ann@example.edu', ['example.edu'], true],
  ['ANN@EXAMPLE.EDU', ['example.edu'], true],
  ['ann@cs.example.edu', ['example.edu'], false],
  ['ann@notexample.edu', ['example.edu'], false],
  ['ann@example.edu.evil.example', ['example.edu', '*.example.edu'], false],
  ['"ann@example.edu"@evil.example', ['example.edu'], false],
  ['ann@cs.example.edu', ['*.example.edu'], true],
  ['ann@a.cs.example.edu', ['*.example.edu'], true],
  ['ann@example.edu', ['*.example.edu'], false],
  ['ann@notexample.edu', ['*.example.edu'], false],
  ['ann@xn--bcher-kva.example', ['bücher.example'], true],
  ['ann@bücher.example', ['xn--bcher-kva.example'], true],
  ['ann@mail.bücher.example', ['*.BÜCHER.example'], true],
  ['ann@example.org', ['example.edu', 'example.org'], true],
  ['ann@anywhere.example', [], true],
] as const)('%s, where %j may join: %s', ([email, domains, may]) => {
  expect(emailMayJoin(domains, email)).toBe(may)
})

test.for(['example.edu', '*.example.edu', 'bücher.example', 'a-b.c.example'])('%s is a domain', (written) => {
  expect(isJoinDomain(written)).toBe(true)
})

test.for([
  'example',
  '*',
  '*.',
  '*.edu.*',
  'exa mple.edu',
  'ann@example.edu',
  'example.edu/x',
  'example.edu:25',
  '.example.edu',
  '127.0.0.1',
  'https://example.edu',
])('%s is none', (written) => {
  expect(isJoinDomain(written)).toBe(false)
})

test('the words name each domain', () => {
  expect(joinDomainsWords([])).toBe('')
  expect(joinDomainsWords(['example.edu'])).toBe('This club is for addresses at example.edu.')
  expect(joinDomainsWords(['example.edu', '*.example.edu', 'example.org'])).toBe(
    'This club is for addresses at example.edu, a subdomain of example.edu, or example.org.',
  )
})
