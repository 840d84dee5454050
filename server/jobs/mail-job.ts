import type { JobPayloads } from '#server/database/add-job.ts'

export type MailJob = JobPayloads['send_mail']

/**
 * Payload of versions before 0.1.0, which may still wait, or come from a backup: a mail was a letter about something.
 */
export interface OlderMailJob {
  letter: string
  about: Record<string, unknown>
}

/** The payload of an email's job, of this version or an older one. */
export function readMailJob(payload: MailJob | OlderMailJob): MailJob {
  if (!('letter' in payload)) return payload
  const { letter: name, about } = payload
  if (!('keeperId' in about)) return { name, params: about }
  // Older payloads call an admin keeper.
  const { keeperId: adminId, to, ...rest } = about
  return { name, params: { ...rest, adminId, to: to === 'keeper' ? 'admin' : to } }
}
