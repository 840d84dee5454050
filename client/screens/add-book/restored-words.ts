/** What came back with a draft. */
export function restoredWords(pictures: number): string {
  if (pictures === 0) return 'Your draft is back. Please add your photos again: we only keep them for a day.'
  return `Your draft is back, with ${pictures === 1 ? 'its photo' : `its ${pictures} photos`}.`
}
