/** The tokens of client/look/tokens.css that pictures without a style sheet are drawn with; a test holds them to it. */
export const light = {
  paper: '#f6f1e4',
  card: '#fffcf4',
  sunk: '#eae2cf',
  ink: '#1f1b16',
  'ink-2': '#5a5144',
  stamp: '#a8261c',
  edge: '#857a62',
  rule: '#d3c7ac',
  board: '#b9a57e',
} as const

/** The same where the system is dark. */
export const dark = { paper: '#16140f', stamp: '#ff8a75' } as const
