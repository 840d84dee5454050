import { namesEmail, namesPhone } from '#contract/messages/contact-words.ts'

/* Links and contacts: refused in titles, authors, places and names, and cut out of emails. */

/** The message at a field that refuses them. */
export const WAY_OUT_MESSAGE = 'Please leave out web addresses, email addresses and phone numbers'

/** Top-level domains of countries. */
const COUNTRY =
  /^(?:a[cdefgilmoqrstuwxz]|b[abdefghijmnorstvwyz]|c[acdfghiklmnoruvwxyz]|d[ejkmoz]|e[ceghrstu]|f[ijkmor]|g[abdefghilmnpqrstuwy]|h[kmnrtu]|i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghklmnopqrstuvwxyz]|n[acefgilopruz]|om|p[aefghklmnrstwy]|qa|r[eosuw]|s[abcdeghijklmnorstuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw])$/i
/** Top-level domains that are no words, in any case. */
const PLAIN =
  /^(?:com|net|org|edu|gov|mil|int|info|biz|xyz|cfd|icu|sbs|lol|wtf|xxx|fyi|tel|mobi|gmbh|vip|llc|xn--[\da-z-]+)$/i
/** Other common top-level domains. Some are words with which a sentence may begin. */
const WORDLIKE =
  /^(?:academy|agency|app|art|autos|bank|blog|bond|buzz|cafe|cam|center|chat|cheap|city|click|cloud|club|codes|community|company|cyou|dating|deals|design|dev|digital|direct|download|email|example|exchange|expert|express|finance|fit|fun|fund|games|global|group|guru|help|homes|host|hosting|ink|insure|international|invalid|jobs|land|lat|legal|life|link|live|loan|loans|ltd|market|marketing|media|mom|money|monster|name|network|news|ngo|ninja|one|onion|online|page|party|pay|photos|pics|plus|porn|press|pro|pub|quest|review|reviews|rip|rocks|run|sale|school|security|services|sex|shop|shopping|site|skin|social|software|solutions|space|store|stream|studio|support|surf|systems|team|tech|technology|test|tips|today|tokyo|tools|top|trade|training|travel|trust|uno|verify|wang|watch|web|webcam|website|wiki|win|work|works|world|xin|yachts|zip|zone|рф|рус|сайт|онлайн|дети|москва|中国|中國|公司|网络|网址|在线|商城|香港|台湾|한국|みんな|भारत|موقع|شبكة)$/i
/** Names of products and degrees that look like hosts. */
const KNOWN = /^(?:asp\.net|vb\.net|ado\.net|ml\.net|paint\.net|dot\.com|socket\.io|[bm]\.com)$/i
/** Abbreviations, which may have no space after their full stop. */
const SHORTENED =
  /^(?:mrs?|ms|dr|st|ste|mt|ft|nos?|nr|vols?|pts?|chs?|eds?|etc|vs|jr|sr|prof|rev|gen|col|sgt|lt|capt|inc|ltd|co|bros|feat|approx|ca|al|op|pp)$/i
/** Under a country's ending, where it gives out names one level below: 'evil.co.uk'. */
const SECOND_LEVEL = /^(?:co|ac|or|ne|go)$/i
const SENTENCE_BEGINS = /^\p{Lu}[\p{Ll}\p{M}]/u

const SCHEME = /(?<!\p{L})(?:[a-z][a-z\d+.-]{1,15}:\/\/|(?:mailto|tel|sms|javascript|data|whatsapp):(?=\S))\S*/giu
/** A possible host, and the path or port after it. */
const DOTTED =
  /(?<![\p{L}\p{M}\p{N}-])(?<host>[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+)(?<path>\/[^\s/]\S*|:\d{2,5}\b\S*)?/gu

function leadsOut(host: string, path: string | undefined): boolean {
  const labels = host.split('.')
  const ending = labels.at(-1)!
  const before = labels.at(-2)!
  if (/^www\d?$/i.test(labels[0]!)) return true
  if (/^(?:\d{1,3}\.){3}\d{1,3}$/.test(host)) return path !== undefined
  if (!path && KNOWN.test(host)) return false
  if (PLAIN.test(ending) || (labels.length > 2 && SECOND_LEVEL.test(before) && COUNTRY.test(ending))) return true
  if (SENTENCE_BEGINS.test(ending) || SHORTENED.test(before) || !/\p{L}/u.test(before)) return false
  if (path) return /^\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(ending)
  return WORDLIKE.test(ending) || (before.length > 1 && COUNTRY.test(ending))
}

/** Normalized as it looks: without invisible characters, compatibility letters and full stops as ordinary ones. */
const asSeen = (text: string) =>
  text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    // Browsers take it for a full stop; behind Chinese and Japanese words it only ends a sentence.
    .replaceAll(/(?<=[a-z\d-])。(?=[a-z\d])/gi, '.')

/** Whether a text has a web address, with or without a scheme: 'evil.example/u', but not 'Node.js' or 'St.Mary’s'. */
export function namesLink(text: string): boolean {
  const seen = asSeen(text)
  return (
    seen.search(SCHEME) >= 0 || [...seen.matchAll(DOTTED)].some(({ groups }) => leadsOut(groups!.host!, groups!.path))
  )
}

/** Whether it has a web address, an email address, or a telephone number of at least so many digits. */
export function namesWayOut(text: string, fewestDigits = 7): boolean {
  const seen = asSeen(text)
  return namesEmail(seen) || namesLink(seen) || namesPhone(seen, { marked: fewestDigits, plain: 9 })
}

/**
 * The text without what mail programs make links of: web and email addresses become '…', and a space follows the full
 * stop of what only looks like one ('Mr.Men'). Texts without either stay to the letter.
 */
export function withoutLinks(text: string): string {
  const seen = asSeen(text)
  const masked = seen
    .replaceAll(SCHEME, '…')
    .replaceAll(/[^\s@]+@[^\s@]+\.\p{L}[^\s@]*/gu, '…')
    .replaceAll(DOTTED, (word, host: string, path?: string) => (leadsOut(host, path) ? '…' : word))
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})(?!js\b)/gu, '. ')
  return masked === seen ? text : masked
}
