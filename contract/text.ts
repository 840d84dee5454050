import * as z from 'zod/mini'

// Control characters and the bidirectional overrides that let a text pretend to be another one; the marks that
// right-to-left languages need (U+200E, U+200F, U+061C) stay welcome, and so do emoji joiners.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const UNWELCOME = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const LINE_BREAK = /[\r\n\t\u2028\u2029]/

/** No text has more marks in a row (UAX #15, stream-safe text); putting them in order takes the square of their number. */
const PILED_MARKS = /\p{M}{31}/u

export const PILED = 'Please use fewer accents on one letter'
const fewMarks = z.refine<string>((text) => !PILED_MARKS.test(text), { error: PILED, abort: true })

/** For what is stored or shown: the database takes no NUL and no half of a surrogate pair. */
export const showable = z.refine<string>((text) => text.isWellFormed() && !UNWELCOME.test(text), {
  error: 'Some of these characters can’t be shown. Please type it again.',
})
const oneLine = z.refine<string>((text) => !LINE_BREAK.test(text), { error: 'Please keep it on one line' })

const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\s]*$/u
const tidy = [
  z.trim(),
  fewMarks,
  z.normalize('NFC'),
  // Zero-width characters alone would make an invisible name, and a link without words.
  z.overwrite<string>((text) => (SHOWS_NOTHING.test(text) ? '' : text)),
] as const

/** What is too long is looked at no further: later rules may cost more than its length. */
const atMost = (most: number) => z.maxLength(most, { error: `Please use ${most} characters or fewer`, abort: true })

/** One line of text; empty allowed. */
export function optionalLine(most: number) {
  return z.string({ error: 'Please enter text' }).check(...tidy, showable, oneLine, atMost(most))
}

/** One line that must be there. `missing` says what to do. */
export function requiredLine(most: number, missing: string) {
  return z.string({ error: missing }).check(...tidy, z.minLength(1, missing), showable, oneLine, atMost(most))
}

/** Text with line breaks; empty allowed. */
export function optionalText(most: number) {
  return z.string({ error: 'Please write it as text' }).check(...tidy, showable, atMost(most))
}

/** The same where a client without one may send null: that is an empty one. */
export const emptyForNull = (text: z.ZodMiniType<string, string>) =>
  z.codec(z.nullable(text), z.string(), { decode: (given) => given ?? '', encode: (given) => given })

/** Text with line breaks that must be there. */
export function requiredText(most: number, missing: string) {
  return z.string({ error: missing }).check(...tidy, z.minLength(1, missing), showable, atMost(most))
}

/** What a field for such a text is, where devices have several keyboards. It refuses nothing. */
export function typedAs(
  keys: { type: 'tel' | 'email' } | { inputMode: 'numeric' | 'decimal' },
): z.core.$ZodCheck<string> {
  const onattach = [
    (schema: z.core.$ZodType) => {
      schema._zod.bag.keys = keys
    },
  ]
  return { _zod: { def: { check: 'custom' }, check: () => {}, onattach } }
}

const PHONE_MESSAGE = 'Enter 5 to 20 digits. Spaces, dots, dashes, slashes, brackets and a leading + are fine.'
const phoneForm = z.refine<string>((text) => text === '' || /^\+?\d{5,20}$/.test(text.replace(/[\s.\-/()]/g, '')), {
  error: PHONE_MESSAGE,
})

/** A phone number as the person wrote it; empty allowed. */
export const optionalPhone = optionalLine(40).check(phoneForm, typedAs({ type: 'tel' }))
/** A phone number that must be there. */
export const requiredPhone = requiredLine(40, 'Please fill in the mobile number').check(
  phoneForm,
  typedAs({ type: 'tel' }),
)

const emailRules = [
  z.toLowerCase(),
  z.maxLength(254, { error: 'That email is too long', abort: true }),
  z.email('Enter an email address such as name@example.org'),
] as const

/** An address as identity knows it: lower-case. */
export const email = z.string({ error: 'Please fill in the email' }).check(z.trim(), ...emailRules)

/** The same in a query, where a + that isn't escaped arrives as a space. An email has no spaces. */
export const queriedEmail = z.string().check(
  z.overwrite<string>((text) => text.trimEnd().replaceAll(' ', '+')),
  ...emailRules,
)
