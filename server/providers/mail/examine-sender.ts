import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { ok, skipped, warning, type Finding } from '#server/ports/finding.ts'
import type { SmtpSettings } from './smtp-mail.ts'

/** Texts of a name's TXT records; none where it has none. Rejects where the DNS can't be asked. */
export type ReadTxt = (name: string) => Promise<string[]>

const WITHIN_MS = 3000
/** Answers that say: no such record. */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])
/** Names that no public DNS knows: without a dot, or reserved (RFC 2606, 6761, 6762, 8375). */
const PRIVATE = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa|test|example|invalid|lan)$/

/** Reads from the DNS servers of this machine. */
export async function readTxt(name: string): Promise<string[]> {
  const records = await new Resolver({ timeout: WITHIN_MS, tries: 2 })
    .resolveTxt(name)
    .catch((error: NodeJS.ErrnoException) => (NONE.has(error.code ?? '') ? [] : Promise.reject(error)))
  return records.map((parts) => parts.join(''))
}

/**
 * Looks for what other mail servers look for in the DNS of the sender's domain: SPF, the key of the signature, DMARC.
 * Whether SPF allows the very server that sends isn't asked: a relay's own address isn't known here.
 */
export async function examineSender({ from, dkim }: SmtpSettings, read: ReadTxt): Promise<Finding[]> {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  if (PRIVATE.test(domain)) return [skipped(`${domain} is no public domain: its DNS has nothing to look at.`)]
  try {
    const parts = [spfOf(domain, read), ...(dkim ? [keyOf(domain, dkim, read)] : []), dmarcOf(domain, read)]
    return (await Promise.all(parts)).flat()
  } catch (error) {
    return [skipped(`The DNS of ${domain} can’t be asked: ${(error as NodeJS.ErrnoException).code ?? 'no answer'}.`)]
  }
}

async function spfOf(domain: string, read: ReadTxt): Promise<Finding[]> {
  const found = (await read(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (found.length === 0)
    return [
      warning(
        `${domain} has no SPF record: other servers can’t tell who may send for it.`,
        `Add a TXT record to ${domain} as your mail provider names it, such as v=spf1 include:spf.provider.example -all.`,
      ),
    ]
  if (found.length > 1)
    return [
      warning(
        `${domain} has ${found.length} SPF records, and so none that counts.`,
        'Make one of them, with the includes of all.',
      ),
    ]
  if (/(^|\s)\+?all(\s|$)/i.test(found[0]!))
    return [warning(`The SPF record of ${domain} lets everyone send for it: ${found[0]}`, 'End it with -all.')]
  return [ok(`${domain} has an SPF record: ${found[0]}`)]
}

async function keyOf(
  domain: string,
  { selector, privateKey }: NonNullable<SmtpSettings['dkim']>,
  read: ReadTxt,
): Promise<Finding[]> {
  const name = `${selector}._domainkey.${domain}`
  const ours = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const texts = await read(name)
  const keys = texts.map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  if (keys.includes(ours)) return [ok(`${name} has the key that emails are signed with.`)]
  return [
    warning(
      texts.length === 0
        ? `${name} has no record: nobody can check the signature of emails.`
        : `${name} has another key than the one that emails are signed with: their signature counts as forged.`,
      `Set its TXT record to v=DKIM1; k=rsa; p=${ours}`,
    ),
  ]
}

async function dmarcOf(domain: string, read: ReadTxt): Promise<Finding[]> {
  const labels = domain.split('.')
  // A domain above says it for those below it.
  const names = labels.slice(0, -1).map((_, above) => labels.slice(above).join('.'))
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- the nearest counts
    const found = (await read(`_dmarc.${name}`)).find((text) => /^v=DMARC1(\s|;|$)/i.test(text))
    if (found) return [policyOf(name, found)]
  }
  return [
    warning(
      `${domain} has no DMARC record: Gmail and Yahoo take fewer emails of it.`,
      `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    ),
  ]
}

function policyOf(name: string, text: string): Finding {
  const policy = /;\s*p=(none|quarantine|reject)\b/i.exec(text)?.[1]?.toLowerCase()
  if (!policy)
    return warning(
      `The DMARC record of ${name} has no policy: ${text}`,
      'Give it p=none, p=quarantine or p=reject right after v=DMARC1.',
    )
  return ok(
    policy === 'none'
      ? `${name} has a DMARC record, which asks for reports alone (p=none).`
      : `${name} has a DMARC record (p=${policy}).`,
  )
}
