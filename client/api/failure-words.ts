/** Error message of anything that was thrown, for people. */
export function failureWords(error: unknown): string {
  return (error instanceof Error && error.message) || 'That didn’t work. Please try again.'
}
