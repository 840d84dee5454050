import { describe, expect, test } from 'vitest'
import { OperatorError } from '#server/database/operator-error.ts'
import { templateVariables } from './template-variables.ts'
import { renderMarkdown } from './render-markdown.ts'

const facts = {
  name: 'Ink & <Sons>',
  tagline: 'a club',
  currency: 'EUR',
  publicUrl: 'https://books.example.org',
  cards: { mode: 'off' },
  fee: { rate: 0, least: 0 },
  pictures: { keptBy: '', isLoadedThere: false, canBeRemoved: true, sizes: 'all' },
  identity: { keptBy: '', staysAt: '' },
  payoutsThrough: '',
  cash: true,
  holdSeconds: 48 * 3600,
  contact: 'hello@example.org',
} as const
const variables = templateVariables(facts)
const render = (text: string, more: Partial<Parameters<typeof renderMarkdown>[0]> = {}) =>
  renderMarkdown({ file: 'about.md', text, variables, ...more })

test('the first heading is the title, the first paragraph the description', () => {
  const page = render('# About *us*\n\nWe **read**\n`much`.\n\n## More\n\n- one\n- two\n')
  expect(page).toMatchObject({ title: 'About us', description: 'We read much.' })
  expect(page.html).toContain('<h2 id="more">More</h2>')
  expect(page.html).toMatch(/<ul>\s*<li>one<\/li>/)
  expect(page.html).not.toContain('<h1>')
})

test('sections have an anchor each, of whatever letters', () => {
  const { html, sections } = render('# A\n\n## Who *sees* it?\n\n### Deeper\n\n## Кто видит\n\n## Who sees it?')
  expect(sections.map(({ title }) => title)).toEqual(['Who sees it?', 'Кто видит', 'Who sees it?'])
  expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(3)
  for (const { anchor } of sections) expect(html).toContain(`<h2 id="${anchor}">`)
  expect(sections[0]?.anchor).toBe('who-sees-it')
})

test('headings of an article stand deeper, and no second title comes through', () => {
  expect(render('# A\n\n## B\n\n# C', { deeper: 1 }).html).toBe('<h3>B</h3>\n<h3>C</h3>\n')
})

describe('placeholders', () => {
  test('are filled in, with nothing in them taken for HTML', () => {
    const page = render(
      '# {{name}}\n\n{{name}} holds for {{hold}}, in {{currency}}. {{contact}}, [here]({{publicUrl}}/about)',
    )
    expect(page.title).toBe('Ink & <Sons>')
    expect(page.description).toBe('Ink & <Sons> holds for 48 hours, in EUR. hello@example.org, here')
    expect(page.html).toContain('Ink &amp; &lt;Sons&gt; holds for 48 hours')
    expect(page.html).toContain('<a href="mailto:hello@example.org">hello@example.org</a>')
    expect(page.html).toContain('<a href="https://books.example.org/about">here</a>')
  })

  test('say what the operator has not filled in', () => {
    const unset = templateVariables({ ...facts, contact: '' })
    expect(render('# A\n\n{{contact}}', { variables: unset }).html).toContain(
      'this club hasn’t given an email address yet',
    )
  })

  test('leave out paragraphs, quotes and lists with a phrase that is not for readers', () => {
    const text = '# A\n\n> To **whom** it concerns: check this.\n\nIt stays.\n\n- It Concerns you\n\n## Rest'
    const { html, description, sections } = render(text, { leavesOut: ['it concerns'] })
    expect(html).toBe('<p>It stays.</p>\n<h2 id="rest">Rest</h2>\n')
    expect(description).toBe('It stays.')
    expect(sections).toHaveLength(1)
  })

  test('stay as they are in code', () => {
    expect(render('# A\n\n`{{nothing}}`\n\n```vue\n<p>{{ count }}{{count}}</p>\n```').html).toBe(
      '<p><code>{{nothing}}</code></p>\n<pre><code>&lt;p&gt;{{ count }}{{count}}&lt;/p&gt;</code></pre>\n',
    )
  })

  test('show a part of the text where they say something, and another where they don’t', () => {
    const text =
      '# A\n\n{{#byCard}}Your card{{#inCash}} or cash{{/inCash}}.{{/byCard}}{{^byCard}}Cash alone.{{/byCard}}'
    const inShop = (mode: 'off' | 'stripe', cash: boolean) =>
      render(text, { variables: templateVariables({ ...facts, cards: { mode }, cash }) }).description
    expect(inShop('off', true)).toBe('Cash alone.')
    expect(inShop('stripe', true)).toBe('Your card or cash.')
    expect(inShop('stripe', false)).toBe('Your card.')
  })

  test.each([
    ['{{#byCard}}Pay', /has no end, \{\{\/byCard\}\}/],
    ['Pay{{/byCard}}', /\{\{\/byCard\}\} ends nothing/],
    ['{{#byCard}}{{^inCash}}Pay{{/byCard}}{{/inCash}}', /\{\{\/byCard\}\} ends nothing/],
    ['{{#byCart}}Pay{{/byCart}}', /\{\{#byCart\}\} stands for nothing/],
    // Hidden for now, and shown once cards are taken again.
    ['{{#byCard}}{{nmae}}{{/byCard}}', /\{\{nmae\}\} stands for nothing/],
  ])('say what is wrong with such a part: %s', (part, words) => {
    expect(() => render(`# A\n\n${part}`)).toThrow(words)
  })

  test('that there are not are refused, with those that there are', () => {
    expect(() => render('# A\n\n{{nmae}}')).toThrow(
      /^about\.md: \{\{nmae\}\} stands for nothing; there are \{\{name\}\}, /,
    )
  })

  test.each([
    [3600, '1 hour'],
    [129_600, '36 hours'],
    [90, '90 seconds'],
    [5, '5 seconds'],
  ])('a claim of %i seconds lasts %s', (holdSeconds, words) => {
    expect(templateVariables({ ...facts, holdSeconds }).hold?.text).toBe(words)
    const { unconfirmedHold } = templateVariables({ ...facts, holdSeconds })
    expect(unconfirmedHold?.text).toBe(holdSeconds < 7200 ? words : '2 hours')
  })
})

describe('what is no Markdown', () => {
  test.each([
    ['a block of HTML', '<script>alert(1)</script>'],
    ['HTML in a line', 'Hello <img src=x onerror=alert(1)> there'],
    ['text between tags', 'a <script>let x = "<b>"</script> b'],
    ['text in a pre', '<pre><b>bold</b></pre>'],
    ['a comment', '<!-- <b>hidden</b> -->'],
    ['an entity', '&lt;b&gt; &amp;'],
    ['HTML in a heading', '## <b>Bold</b>'],
    ['HTML in a list', '- <b>Bold</b>'],
    ['HTML in a table', '| a |\n| - |\n| <b>x</b> |'],
    ['a picture', '![<b>x</b>](https://elsewhere.example/x.png)'],
    ['HTML in a link', '[<b>x</b>](/about "<b>")'],
  ])('%s stands there as text', (_what, text) => {
    const { html } = render(`# A\n\n${text}`)
    expect(html).not.toMatch(/<(?!\/?(?:p|a|h2|ul|li|table|thead|tbody|tr|th|td)\b)/)
    expect(html).not.toMatch(/\s(?:on\w+|src|style|title)=[^&]*>/)
  })

  test('quotes don’t lead out of a link', () => {
    expect(render('# A\n\n[x](</a"onclick="alert(1)>)').html).toContain('href="/a&quot;onclick=&quot;alert(1)"')
  })
})

describe('links', () => {
  test.each(['https://example.org/', 'mailto:a@example.org', 'tel:+4912345', '/about', '#more'])(
    'may lead to %s',
    (to) => {
      expect(render(`# A\n\n[x](${to})`).html).toContain(`href="${to}"`)
    },
  )

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'about',
  ])('may not lead to %s', (to) => {
    expect(() => render(`# A\n\n[x](<${to}>)`)).toThrow(OperatorError)
  })
})

test.each(['', 'No title here', '## Too deep', '<h1>HTML</h1>'])('a page that begins with %j is refused', (text) => {
  expect(() => render(text)).toThrow(/^about\.md must begin with its title/)
})

test.each(['_a', '**a ', '*a*b'])('a paragraph of “%s” without end is refused, parted it is shown', (mark) => {
  expect(() => render(`# A\n\n${mark.repeat(1000)}`)).toThrow(/^about\.md has more than 500 marks of emphasis/)
  expect(render(`# A\n\n${`${mark.repeat(200)}\n\n`.repeat(5)}`).html.match(/<p>/g)).toHaveLength(5)
})

test.each(['> ', '- '])('“%s” within itself five thousand times is refused in words', (mark) => {
  expect(() => render(`# A\n\n${mark.repeat(5000)}x`)).toThrow(/^about\.md has too many lists or quotes/)
})
