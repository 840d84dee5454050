/** What to tell a person about something that was thrown. */
export function failureWords(error: unknown): string {
  return (error instanceof Error && error.message) || 'That didn’t work. Please try again.'
}
