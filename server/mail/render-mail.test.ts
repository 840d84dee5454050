import { expect, test } from 'vitest'
import { facts, link, note, quote, type MailBlock } from '#contract/mail-blocks.ts'
import { bookWords, quoted } from '#contract/mail-words.ts'
import { renderMail } from './render-mail.ts'

const site = { name: 'Ink & <Sons>', publicUrl: 'https://books.example.org', contact: 'club@example.org' }
const render = (blocks: readonly (MailBlock | null)[], subject = 'Hello') => renderMail({ subject, blocks }, site)

test('the text has each part as people read it', () => {
  const blocks = [
    'Two lines\nof words.',
    '',
    facts(['Seller', '“Nell”'], ['Phone', ''], ['Email', 'nell@example.org']),
    quote('Why', 'It isn’t a book.'),
    quote('Why', ''),
    { is: 'item', words: '“Tides”: $5', detail: '', href: 'https://books.example.org/b' } as const,
    link('See the order', 'https://books.example.org/o'),
    note('Small print.'),
  ]
  const foot = ['Why it comes.', link('No more of these', 'https://books.example.org/s')]
  expect(renderMail({ subject: 'Hello', blocks, foot }, site).text).toBe(`Two lines
of words.

Seller: “Nell”
Email: nell@example.org

Why: “It isn’t a book.”

“Tides”: $5
https://books.example.org/b

See the order: https://books.example.org/o

Small print.

-- 
Why it comes.
No more of these: https://books.example.org/s
`)
})

test('a greeting comes first, and the preview beside the subject begins with the words after it', () => {
  const { text, html } = renderMail({ subject: 'Paid', greeting: 'Hello Ann,', blocks: ['You paid $5.'] }, site)
  expect(text).toBe('Hello Ann,\n\nYou paid $5.\n')
  expect(/aria-hidden="true">([^<]*)</.exec(html)?.[1]).toBe('You paid $5.')
  expect(html).toMatch(/>Hello Ann,<\/p>\n<p[^>]*>You paid \$5\.</)
})

const HOSTILE = `</td><script>alert(1)</script><img src=x onerror="a()"><a href='https://evil.example'>`

test('what people typed is text in every part of the HTML: no element, attribute or link of theirs', () => {
  const { html } = renderMail(
    {
      subject: HOSTILE,
      blocks: [
        HOSTILE,
        facts([HOSTILE, HOSTILE]),
        quote(HOSTILE, HOSTILE),
        note(HOSTILE),
        link(HOSTILE, `https://books.example.org/"${HOSTILE}`),
        { is: 'item', words: HOSTILE, detail: HOSTILE, href: 'https://books.example.org/b' },
      ],
      foot: [HOSTILE, link(HOSTILE, 'https://books.example.org/s')],
    },
    { ...site, name: HOSTILE },
  )
  expect(html).not.toMatch(/<script|<img|onerror="|href="https:\/\/evil/)
  const tags = new Set(Array.from(html.matchAll(/<(\w+)/g), ([, tag]) => tag!))
  expect([...tags].toSorted()).toEqual(
    'a bdi blockquote body div h1 head html meta p style table td title tr'.split(' '),
  )
})

test('addresses of ours and of the club become links in a sentence, others never', () => {
  const { html } = render([
    'At https://books.example.org/contact. Not https://books.example.org.evil.example/x, not https://evil.example. Or club@example.org.',
  ])
  const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)
  expect(links).toEqual(['https://books.example.org/', 'https://books.example.org/contact', 'mailto:club@example.org'])
})

test('a title in any script keeps the direction of the sentence around it', () => {
  const { html } = render([`You paid for ${bookWords({ title: 'موسم الهجرة', author: '村上春樹' })}.`])
  expect(html).toContain('You paid for “<bdi>موسم الهجرة</bdi>” by “<bdi>村上春樹</bdi>”.')
  expect(html).toContain('<html lang="en" dir="ltr">')
})

test('the first link is a button with its address below, unless things are listed', () => {
  const order = link('See the order', 'https://books.example.org/o?a=1&b=2')
  const { html } = render([order, link('Find another', 'https://books.example.org/all')])
  expect(html.match(/class="button"[^>]*>See the order/g)).toHaveLength(1)
  expect(html).toContain('>https://books.example.org/o?a=1&amp;b=2</a>')
  expect(html).not.toMatch(/class="button"[^>]*>Find another/)
  const item = { is: 'item', words: 'Tides', detail: '', href: 'https://books.example.org/b' } as const
  expect(render([item, order]).html).not.toContain('class="button"')
})

test('has colours for light in its elements, and for dark by one query', () => {
  const { html } = render(['Hello'])
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toMatch(/<body class="page" style="[^"]*background-color:#f6f1e4/)
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{\.page\{background-color:#16140f!important/)
})

test('twenty of the longest books are less than mail programs cut off', () => {
  const words = `${bookWords({ title: '<"\'>&'.repeat(40), author: '語'.repeat(80) })}: $1,234,567.00`
  const detail = `Your search: ${quoted('語'.repeat(80))}`
  const item = { is: 'item', words, detail, href: `https://books.example.org/advertise/${'x'.repeat(36)}` } as const
  expect(Buffer.byteLength(render(Array.from({ length: 20 }, () => item)).html)).toBeLessThan(30_000)
})
