/** An error of nodemailer's: its own code, the system's before it, and what the server answered to which command. */
export type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** The server's own words; where none answered, those of the system. */
export const saidBy = ({ response, message }: SmtpError): string => response ?? message

/** What to do about an error of a mail server, for the person who set it up. */
export function adviceFor(error: SmtpError): string {
  return ADVICE.find(([applies]) => applies(error))?.[1] ?? 'See the mail server’s own log.'
}

const CERTIFICATE = /CERT|SIGNATURE|SELF_SIGNED|ALTNAME|ISSUER/
const says = (words: RegExp) => (error: SmtpError) => words.test(`${error.originalCode ?? ''} ${error.message}`)
/**
 * Whether a refusal of a recipient isn't about their mailbox, but about the sender (5.1.7, 5.1.8), the server, the way
 * there, the protocol, the email or a policy, such as relaying (5.3 to 5.7).
 */
export const isOurs = ({ response = '' }: SmtpError): boolean => /^\d{3}[ -]5\.([3-7]\.|1\.[78]\b)/.test(response)

/** The first that applies counts. */
const ADVICE: readonly (readonly [applies: (error: SmtpError) => boolean, advice: string])[] = [
  [
    ({ responseCode = 0, code }) => responseCode >= 400 && responseCode < 500 && code !== 'EAUTH',
    'The server says “not now”. Try again in some minutes: many servers ask an unknown sender to come back.',
  ],
  [
    ({ code }) => code === 'EAUTH' || code === 'ENOAUTH',
    'The server doesn’t accept the user name and password in SMTP_URL. Signs such as @ or / are written there as %40 and %2F. Some providers want a password made for programs alone.',
  ],
  [
    ({ code }) => code === 'EDNS',
    'No server has this name. Check the host in SMTP_URL, and that this machine can look up names.',
  ],
  [
    says(/wrong version number|packet length too long/i),
    'This port doesn’t begin with encryption. Write smtp:// with port 587, or smtps:// with port 465.',
  ],
  [
    says(CERTIFICATE),
    'The server’s certificate isn’t valid for this name. Write the host in SMTP_URL as the provider writes it; a server of your own needs a certificate that others trust, or NODE_EXTRA_CA_CERTS.',
  ],
  [
    says(/ECONNREFUSED/),
    'No mail server listens there. Check host and port in SMTP_URL: usually 587, or 465 with smtps://.',
  ],
  [
    ({ code }) => code === 'ETIMEDOUT',
    'No answer in time. Port 465 needs smtps://. Many hosts block port 25: use 587 or 465, and look at the firewall.',
  ],
  [
    ({ command }) => command === 'MAIL FROM',
    'The server doesn’t let this account send as MAIL_FROM. Use an address that belongs to it, or have the address allowed there.',
  ],
  [
    (error) => error.command === 'RCPT TO' && isOurs(error),
    'The server doesn’t pass on emails of this sender. SMTP_URL needs a user name and password, or the server has to allow this machine.',
  ],
  [
    ({ command }) => command === 'RCPT TO',
    'The server doesn’t take emails for this address. Check it on your account page.',
  ],
  [
    ({ command }) => command === 'DATA',
    'The server refuses the email itself, often for want of SPF, DKIM or DMARC in the sender’s domain.',
  ],
  [
    ({ code }) => code === 'ESOCKET' || code === 'ECONNECTION',
    'The connection broke. Check host and port in SMTP_URL.',
  ],
]
