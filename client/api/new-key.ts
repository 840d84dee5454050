/** Random key of 128 bits. `crypto.randomUUID` needs a secure context. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('')
