import { fault, ok, warning, type Finding } from '#server/ports/finding.ts'
import { adviceFor, saidBy, type SmtpError } from './explain-smtp.ts'
import { openTransport, withoutPassword, type SmtpSettings } from './smtp-mail.ts'

/** Signs in at the mail server, and sends nothing. */
export async function examineSmtp(settings: SmtpSettings): Promise<Finding[]> {
  const transport = await openTransport(settings)
  const { host, username } = new URL(settings.url)
  try {
    await transport.verify()
    const how = username === '' ? 'lets the shop in without a user name' : 'accepts the user name and password'
    return [ok(`The mail server at ${host} ${how}. Emails come from ${settings.from}.`), ...signatureOf(settings)]
  } catch (error) {
    const masked = withoutPassword(error as SmtpError, settings.url)
    return [fault(`The mail server at ${host} can’t be used: ${saidBy(masked)}`, adviceFor(masked))]
  } finally {
    transport.close()
  }
}

function signatureOf({ url, dkim }: SmtpSettings): Finding[] {
  if (dkim) return [ok(`Emails are signed with the key ${dkim.selector}.`)]
  const { protocol, searchParams, username } = new URL(url)
  // Whoever stands in between can leave the offer of encryption out.
  return protocol === 'smtp:' && username !== '' && searchParams.get('requireTLS') !== 'true'
    ? [
        warning(
          'The password travels encrypted only if the server offers that.',
          'Add ?requireTLS=true to SMTP_URL, or write smtps:// with port 465.',
        ),
      ]
    : []
}
