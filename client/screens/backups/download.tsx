import { ownPassword, type Confirmation } from '#contract/accounts/admins.ts'
import { href } from '#contract/href.ts'
import { openBackup, type StoredBackup } from '#contract/settings/backups.ts'
import { call } from '#client/api/call.ts'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { confirmByPassword } from '#client/session/confirm/confirm-by-password.ts'
import { ConfirmFederated } from '#client/session/confirm/confirm-federated.tsx'
import { PasswordOwner } from '#client/session/new-password-form.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { saveFrom } from '#client/ui/save-file.ts'
import { backupName } from './backup-columns.tsx'

const passwordForm = formOf(ownPassword)

/** Downloads a backup once the admin has confirmed that it is them. */
export function Download({ backup, onClose }: { backup: StoredBackup; onClose: () => void }) {
  const own = useAccount()
  async function open(body: Confirmation) {
    const { address } = await call(openBackup, { params: { name: backup.name }, body })
    saveFrom(address)
    onClose()
  }
  const form = useForm(passwordForm, async ({ password }) => open(await confirmByPassword(password)))
  return (
    <Dialog title={`Download ${backupName(backup)}`} onClose={onClose}>
      <p className="mb-3 max-w-measure">
        It contains everything members have entrusted to the club: emails, phone numbers, orders and messages. Keep it
        where nobody else can read it, and delete it when you don’t need it any more. The download is noted in the audit
        log.
      </p>
      <p className="mb-4 max-w-measure text-sm text-ink-2">
        The shop’s keys aren’t in it. To restore it you also need the server’s folder <code>keys</code>; whoever runs
        the server has it in the backups there.
      </p>
      <Form form={form} submit={{ label: 'Download', pending: 'Starting…' }} className="max-w-measure">
        <PasswordOwner email={own.email} />
        <PasswordField label="Your own password" {...form.field('password')} autoComplete="current-password" />
      </Form>
      <ConfirmFederated returnTo={href('/dashboard/backups')} onProof={(proof) => open({ proof })} />
    </Dialog>
  )
}
