import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { identity } from '#client/session/identity/identity.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStep } from './second-step.tsx'
import type { Confirmed, FactorProps } from './factor-props.ts'
import { useConfirming } from './use-confirming.tsx'

type Read = { isLoading: true } | { failure: Error | null } | Pick<FactorProps, 'port' | 'facts'>

/** Rereads at each call; rejects never. */
async function readFactors(): Promise<Read> {
  try {
    const port = await identity.factors()
    return port ? { port, facts: await port.read() } : { isLoading: true }
  } catch (failure) {
    return { failure: failure instanceof Error ? failure : null }
  }
}

/** Passkeys and second step of the signed-in person, as the identity provider has them. */
export default function FactorsOfAccount() {
  const [read, setRead] = useState<Read>({ isLoading: true })
  useEffect(() => void readFactors().then(setRead), [])
  const reread = () => readFactors().then(setRead)
  if ('failure' in read) return <Retry error={read.failure} onRetry={() => void reread()} />
  if ('port' in read) return read.facts.isMailboxProven ? <Factors {...read} reread={reread} /> : <ProveMailbox />
  return <Skeletons count={1} className="h-24" label="Loading how you sign in" />
}

/** For who confirmed their email by a press on another device: it doesn't show that the mailbox is theirs. */
const ProveMailbox = () => (
  <p>
    You confirmed your email on another device. To add passkeys and a second step,{' '}
    <Link to={`${href('/sign-in-link')}?from=${encodeURIComponent(href('/dashboard/account'))}`}>
      sign in by an emailed link
    </Link>{' '}
    in this browser first.
  </p>
)

function Factors({ port, facts, reread }: Pick<FactorProps, 'port' | 'facts'> & { reread: () => Promise<void> }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { confirmed, dialog } = useConfirming(port, facts)
  const change: Confirmed = async (act) => {
    const result = await confirmed(act)
    await Promise.all([reread(), refreshAccount()])
    return result
  }
  const parts = { port, facts, change }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Passkeys {...parts} />
      <SecondStep {...parts} onCodes={setCodes} />
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {dialog}
    </div>
  )
}
