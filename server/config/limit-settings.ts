import * as rules from './rules.ts'

/** What one network address may ask for, behind which a whole campus may sit, and memory for pages. */
export const limitSettings = {
  READS_PER_MINUTE: {
    heading: 'Limits of one network address',
    rule: rules.atLeastOne,
    default: '1200',
    what: 'What one network address may read, which a campus or a library may share; what costs more counts as several: a page that has to be rendered as 2, a search as 4, its page as 6.',
  },
  WRITES_PER_MINUTE: { rule: rules.atLeastOne, default: '240', what: 'What it may write.' },
  SIGN_UPS_PER_HOUR: { rule: rules.atLeastOne, default: '100', what: 'New accounts from it.' },
  SIGN_INS_PER_5_MINUTES: { rule: rules.atLeastOne, default: '100', what: 'Sign-ins and other guesses from it.' },
  EMAILS_PER_15_MINUTES: {
    rule: rules.atLeastOne,
    default: '30',
    what: 'Emails that it may ask for, to confirm an address or choose a password.',
  },
  RATE_LIMITS: { rule: rules.flag, default: 'on', what: '`off` for load tests; refused when live.' },
  PAGE_MEMORY_MB: {
    heading: 'Memory',
    rule: rules.atLeastOne,
    default: '48',
    what: 'Megabytes for pages that are the same for everybody, in each process: some three thousand. Give more where many different books are read, less where memory is scarce.',
  },
} as const
