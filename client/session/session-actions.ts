import { setSession } from './session.ts'
export function followIdentity(): void { setSession({ state: 'signed-out', reason: '' }) }
export async function signOut(reason: string): Promise<void> { setSession({ state: 'signed-out', reason }) }
