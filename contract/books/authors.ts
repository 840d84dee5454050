/** Separates names wherever it stands; a comma doesn't, since it also turns a name round. */
const SEPARATOR = /\s*[;；、]\s*|\s+[/|+]\s+|\s*,\s*(?:and|und|&)\s+/iu
const AND = /\s+(?:and|und|et|&)\s+/iu
/** An organisation's name, which may have an "and" of its own: 'Department of Health and Human Services'. */
const ORGANISATION = /\s(?:of|for|the)\s/u
const AND_OTHERS = /[\s,;]*(?:\bet\s+al\b\.?|\band\s+others\b|\bu\.\s?a\.)\s*$/iu
/** Role of a contributor: 'Quentin Blake (Illustrator)'. */
const ROLE = /\s*\([^()]*\)\s*$/u
/** Belongs to the name before its comma: 'Kurt Vonnegut, Jr.'. */
export const NAME_SUFFIX = /^(?:[js]r|esq|[ivx]{2,4}|ph\.?\s?d|m\.?d|ed|eds)\.?$/iu
/** Stand before a last name and belong to it. */
export const PARTICLES = 'da de do dos du di del della la le van von der den ter ten zu af bin ibn al el'.split(' ')
const PARTICLE = `(?:${PARTICLES.join('|')})`
const INITIALS = String.raw`(?:\p{Lu}\.[\s-]?)`
const LAST_NAME = new RegExp(String.raw`^(?:${PARTICLE}\s+)*[^\s.]+$`, 'iu')
const FIRST_NAMES = new RegExp(
  String.raw`^(?:${INITIALS}+|[\p{L}\p{M}’'-]{2,}(?:\s+${INITIALS})*)(?:\s+${PARTICLE})*$`,
  'u',
)

/**
 * The authors of a book, each by a name, first name first: 'King, Stephen; Straub, Peter' → Stephen King and Peter Straub,
 * 'Kurt Vonnegut, Jr., Ann Lee & Bo Ek' → three. Text that is ambiguous stays one name.
 */
export function authorNames(text: string): string[] {
  const names = text
    .replace(AND_OTHERS, '')
    .split(SEPARATOR)
    .flatMap(splitAtAnd)
    .flatMap(splitAtCommas)
    .map((name) => name.replace(ROLE, '').replaceAll(/\s+/gu, ' ').trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let suffix = ''
  for (const part of text.split(/\s*[,،，]\s*/u)) {
    if (!NAME_SUFFIX.test(part) || parts.length === 0) parts.push(part)
    else if (parts.length === 2 && LAST_NAME.test(parts[0]!)) suffix = ` ${part}`
    else parts.push(`${parts.pop()} ${part}`)
  }
  const [last, first] = parts
  if (suffix !== '') return [`${first} ${last}${suffix}`]
  const isTurned =
    parts.length % 2 === 0 && parts.every((part, at) => (at % 2 === 0 ? LAST_NAME : FIRST_NAMES).test(part))
  return isTurned ? parts.flatMap((part, at) => (at % 2 === 0 ? [`${parts[at + 1]} ${part}`] : [])) : parts
}

/** Only between whole names: 'Strunk and White' and 'Better Homes and Gardens' stay together. */
function splitAtAnd(text: string): string[] {
  const names = text.split(AND)
  return !ORGANISATION.test(text) && names.every((name) => /\S\s+\S/u.test(name)) ? names : [text]
}
