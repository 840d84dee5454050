/** Reads a body of at most so many bytes; throws when there are more. */
export async function readUpTo(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) throw new Error('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
