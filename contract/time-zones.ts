/** Whether this is the name of a time zone, as browsers tell theirs: 'Europe/Berlin', 'UTC'; offsets aren't. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
