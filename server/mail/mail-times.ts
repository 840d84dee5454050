/** How an email says times: in its reader's time zone, or in UTC where that isn't known. */
export interface MailTimes {
  /** 'Mon, 23 Nov, 15:21 UTC' */
  moment(at: Date): string
  /** 'Mon, 23 Nov' */
  day(at: Date): string
  /** '23 November 2026 at 15:21 UTC' */
  date(at: Date): string
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const HOUR = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const DATE = { day: 'numeric', month: 'long', year: 'numeric', ...HOUR } as const

/** Times in a zone such as 'Europe/Berlin'; null, and a zone that this system doesn't know, is UTC. */
export function mailTimes(timeZone: string | null): MailTimes {
  const formatted = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
    formatOf(timeZone ?? 'UTC', options).format(at)
  return { moment: formatted({ ...DAY, ...HOUR }), day: formatted(DAY), date: formatted(DATE) }
}

/** Formats by time zone and options. Making one takes longer than all else of an email. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** Zones, with their aliases, are some 600; made-up ones are not to fill the memory. */
const MOST_FORMATS = 1000

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options).join()}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size === MOST_FORMATS) formats.clear()
  const format = makeFormat(timeZone, options)
  formats.set(key, format)
  return format
}

function makeFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}
