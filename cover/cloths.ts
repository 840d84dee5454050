/** Binding: the cloth, and the foil that titles are stamped in. Every pair has a contrast of at least 5.5 to 1. */
export interface Cloth {
  name: string
  cloth: string
  foil: string
}

/** The twelve bindings, numbered as in client/look/tokens.css; a test holds the two lists together. */
export const cloths: readonly Cloth[] = [
  { name: 'oxblood', cloth: '#6e1f24', foil: '#f3d9a4' },
  { name: 'bottle', cloth: '#1f4037', foil: '#efdfa8' },
  { name: 'prussian', cloth: '#1e3a56', foil: '#f0e2be' },
  { name: 'mustard', cloth: '#c8922b', foil: '#231708' },
  { name: 'orange', cloth: '#e2703a', foil: '#1f120a' },
  { name: 'plum', cloth: '#4a2a4e', foil: '#f1d7c4' },
  { name: 'slate', cloth: '#3d4a50', foil: '#f2e9d2' },
  { name: 'bone', cloth: '#e9dfc7', foil: '#2a2118' },
  { name: 'moss', cloth: '#5b6236', foil: '#fbf3d6' },
  { name: 'terracotta', cloth: '#a1462b', foil: '#fff1dd' },
  { name: 'teal', cloth: '#1d5a60', foil: '#f4e6c5' },
  { name: 'blush', cloth: '#e3b5a4', foil: '#2b1512' },
]
