/** Tokens of client/look/tokens.css, for what is made without that style sheet; a test holds them to it. */
export const palette = {
  paper: { light: '#f6f1e4', dark: '#16140f' },
  card: { light: '#fffcf4', dark: '#211d17' },
  sunk: { light: '#eae2cf', dark: '#0f0d0a' },
  ink: { light: '#1f1b16', dark: '#f1e9d8' },
  'ink-2': { light: '#5a5144', dark: '#b9ae97' },
  stamp: { light: '#a8261c', dark: '#ff8a75' },
  'on-stamp': { light: '#fffcf4', dark: '#16140f' },
  link: { light: '#1d4e6b', dark: '#8cc4e8' },
  warn: { light: '#7a4b00', dark: '#f0b65a' },
  edge: { light: '#857a62', dark: '#8d826c' },
  rule: { light: '#d3c7ac', dark: '#3a342a' },
  board: { light: '#b9a57e', dark: '#4a4030' },
} as const

const variables = Object.entries(palette).map(([name, { light, dark }]) => `--${name}:light-dark(${light},${dark})`)

/** The same for the style of a page made by hand: `var(--ink)` and its like, light or dark as the system has it. */
export const paletteStyle = `:root{color-scheme:light dark;${variables.join(';')}}`
