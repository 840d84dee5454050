import * as z from 'zod/mini'
import { namesWayOut, WAY_OUT_MESSAGE } from '#contract/links.ts'
import { optionalLine, PILED } from '#contract/text.ts'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'

/* Rules for members' names, which stand beside messages and on pages: no impersonation, no links, no contacts. */

const PRETENDS = 'This looks like the club’s own name. Please choose another one.'
const MIXED = 'Please write each word of your name in one alphabet'

/** Drops invisible characters, except the joiners that Persian and Indian scripts need within words. */
const tidy = (name: string) =>
  name
    .replaceAll(/(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}|\u2800/gu, '')
    .replaceAll(
      /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])|(?<=[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}])[\u200C\u200D]/gu,
      '',
    )
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .normalize('NFC')

/** Scripts with confusable letters, of which a word may have one only. Other scripts may mix with Latin: 'Q太郎'. */
const ALIKE = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Armn}/u,
  /\p{sc=Cher}/u,
  /\p{sc=Copt}/u,
  /\p{sc=Lisu}/u,
]
const mixesScripts = (name: string) =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => ALIKE.filter((script) => script.test(word)).length > 1)

const LOOKS =
  'ðdđdɗdøołlаaвbеeѕsіiјjкkмmнhоoрpсcтtуyхxԁdɡgԛqԝwαaβbεeιiκkνvοoρpτtυuχxıiᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz0o1i!i|i3e4a5s$s7t'
const alike = new Map(Array.from({ length: LOOKS.length / 2 }, (_, at) => [LOOKS[2 * at]!, LOOKS[2 * at + 1]!]))
/** Confusables as Latin letters: lower case, without accents, each letter by the Latin one that it looks like. */
const folded = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase(), (letter) => alike.get(letter) ?? letter)
    .join('')
    .replaceAll('l', 'i')

const words = (text: string) => text.split(' ').map(folded)
/** Reserved anywhere in a name. */
const OFFICES = words(
  'admin admins administrator administrators administration administrateur administrador amministratore админ администратор sysadmin webmaster postmaster moderator moderators moderation moderateur moderador модератор support helpdesk official verified security',
)
/** Reserved in one word with an office or the club's name: 'DogearTeam'. */
const BESIDE = words('the team staff club account bot customer service care desk help center')
/** Reserved as the whole name. */
const WHOLE = new Set(
  [
    'the club',
    'club',
    'staff',
    'the staff',
    'team',
    'the team',
    'system',
    'customer service',
    'service',
    'help desk',
    CLOSED_ACCOUNT,
  ].map(folded),
)

function pretends(name: string, club: string): boolean {
  if (/[✓✔☑✅🗸🗹√]/u.test(name) || /^member[^\p{L}\p{N}]*[\da-f]{4}$/iu.test(name.normalize('NFKC'))) return true
  const seen = name.normalize('NFKC')
  // Figures pass for letters, and stand behind words.
  return [seen, seen.replaceAll(/[^\p{L}\p{M}]+/gu, ' ')].some((text) => readsAsOurs(text, folded(club)))
}

function readsAsOurs(text: string, club: string): boolean {
  const lettersOf = (folds: string): string[] => folds.match(/\p{L}+/gu) ?? []
  const parts = lettersOf(folded(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  const [spoken, ours] = [parts.join(' '), lettersOf(club).join(' ')]
  if (WHOLE.has(spoken) || parts.some((part) => OFFICES.includes(part))) return true
  if (ours.length > 2 && ` ${spoken} `.includes(` ${ours} `)) return true
  return [...lettersOf(folded(text)), parts.join('')].some((word) => isComposed(word, ours.replaceAll(' ', '')))
}

/** Whether a word is made of such words alone, with an office or the club's name among them. */
function isComposed(word: string, club: string): boolean {
  const telling = club.length > 2 ? [...OFFICES, club] : OFFICES
  const rest = (left: string, isTold: boolean): boolean =>
    left === ''
      ? isTold
      : [...telling, ...BESIDE].some(
          (piece) => left.startsWith(piece) && rest(left.slice(piece.length), isTold || telling.includes(piece)),
        )
  return word.length < 60 && rest(word, false)
}

/** The reason why this club refuses a name; null where it doesn't. */
function whyNot(name: string, club: string): string | null {
  if (name.includes('@') || name.replaceAll(/\P{N}/gu, '').length > 6 || namesWayOut(name)) return WAY_OUT_MESSAGE
  if (/\p{M}{5}/u.test(name)) return PILED
  if (mixesScripts(name)) return MIXED
  return pretends(name, club) ? PRETENDS : null
}

/**
 * The schema of a member's name in a club of the given name; empty allowed. Drops invisible characters. Refuses links and
 * contacts, words of mixed alphabets, and what passes for the club, its admins or a verified person.
 */
export const personsName = (club: string) =>
  optionalLine(100).check(
    z.overwrite(tidy),
    z.check<string>((payload) => {
      const problem = whyNot(payload.value, club)
      if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
    }),
  )

/** A name from elsewhere, such as a sign-in provider, as `personsName` reads it; empty where that refuses it. */
export function usableName(name: string, club: string): string {
  const read = personsName(club).safeParse(name)
  return read.success ? read.data : ''
}
