/** A key that nobody guesses and nobody made before. By itself, because browsers keep `randomUUID` for https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('')
