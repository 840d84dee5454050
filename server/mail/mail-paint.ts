import { palette } from '#contract/palette.ts'

type Colours = Partial<Record<'color' | 'background-color' | 'border-color', keyof typeof palette>>

/** The colours of an email's parts: inline as light, and by class where a mail program asks for dark. */
const paints = {
  page: { 'background-color': 'paper', color: 'ink' },
  card: { 'background-color': 'card', 'border-color': 'rule', color: 'ink' },
  ink: { color: 'ink' },
  quiet: { color: 'ink-2' },
  link: { color: 'link' },
  rule: { 'border-color': 'rule' },
  button: { 'background-color': 'stamp', color: 'on-stamp' },
} as const satisfies Record<string, Colours>
type Paint = keyof typeof paints

const coloursOf = (paint: Colours, scheme: 'light' | 'dark', end = '') =>
  Object.entries(paint)
    .map(([property, token]) => `${property}:${palette[token][scheme]}${end}`)
    .join(';')

/** Attributes of an element with these colours and further styles. */
export const painted = (paint: Paint, style: string): string =>
  `class="${paint}" style="${style && `${style};`}${coloursOf(paints[paint], 'light')}"`

const DARK_QUERY = '@media (prefers-color-scheme:dark)'

const darkRules = Object.entries(paints).map(([name, paint]) => `.${name}{${coloursOf(paint, 'dark', '!important')}}`)

/** For programs that choose colours for what an email leaves unsaid. */
const BOTH = 'color-scheme:light dark'

export const DARK_STYLE = `:root{${BOTH};supported-color-schemes:light dark}${DARK_QUERY}{${darkRules.join('')}}`

/** An email's HTML as a reader with a dark screen sees it, or one with a light screen, whatever the system has. */
export const asDark = (html: string): string =>
  html.replace(DARK_QUERY, '@media all').replace(BOTH, 'color-scheme:dark')
export const asLight = (html: string): string =>
  html.replace(DARK_QUERY, '@media not all').replace(BOTH, 'color-scheme:light')
