/** A book as a person sees it in a list. */
export interface Shown {
  title: string
  author: string
}

/** Words, numbers of a series ('#2', '#1-3') and what parts a title: brackets and colons. */
const TOKEN = /#\d[\d.–-]*|[\p{L}\p{N}]+|[():]/gu

/** Case, accents, apostrophes and other signs don't count; '&' is a word: "Tom & Huck's (#2)" → 'tom and hucks ( #2 )'. */
export function comparable(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return (
    plain
      .replaceAll('&', ' and ')
      .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
      .match(TOKEN) ?? []
  ).join(' ')
}

/**
 * Compiles a pattern of a judged query: words that stand together in the title, and after a slash words of the author.
 * '^' is the title's beginning, '$' its end or that of its main part, before a bracket or colon, '*' any words between.
 * '^emma$ / austen' is Emma and not Emma Brown; '/ jane austen' is all that she wrote; 'potter * #3' the third volume.
 */
export function compilePattern(pattern: string): (book: Shown) => boolean {
  const [title = '', author = ''] = ` ${pattern} `.split(' / ')
  const [isTitle, isAuthor] = [compileWords(title.trim()), compileWords(author.trim())]
  return (book) => isTitle(book.title) && isAuthor(book.author)
}

function compileWords(pattern: string): (text: string) => boolean {
  if (pattern === '') return () => true
  const words = pattern
    .split('*')
    .map((part) => comparable(part).replace(/[().]/g, String.raw`\$&`))
    .join(' (?:.* )?')
  const expression = new RegExp(
    `${pattern.startsWith('^') ? '^ ' : ' '}${words}${pattern.endsWith('$') ? ' (?:[(:]|$)' : ' '}`,
    'u',
  )
  return (text) => expression.test(` ${comparable(text)} `)
}
