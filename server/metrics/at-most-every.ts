/** Answers from memory for so long, and asks once for all who wait. */
export function atMostEvery<Found>(ms: number, read: () => Promise<Found>): () => Promise<Found> {
  let asked: { at: number; found: Promise<Found> } | null = null
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at >= ms) asked = { at: now, found: read() }
    return asked.found
  }
}
