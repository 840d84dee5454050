import type { Services } from '#server/services.ts'
import type { AccountRow } from './accounts.public.ts'

/** Whether an admin's password alone signs them in, in a live shop that keeps second factors. */
export async function lacksSecondStep(
  { identity, deployment }: Pick<Services, 'identity' | 'deployment'>,
  { role, identityId }: Pick<AccountRow, 'role' | 'identityId'>,
): Promise<boolean> {
  if (role !== 'admin' || !deployment.isLive || !identity.factors || identityId === null) return false
  return !(await identity.factors.read(identityId)).isOn
}
