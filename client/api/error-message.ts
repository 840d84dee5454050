/** Error message of anything that was thrown, for people. */
export function errorMessage(error: unknown): string {
  return (error instanceof Error && error.message) || 'That didn’t work. Please try again.'
}
