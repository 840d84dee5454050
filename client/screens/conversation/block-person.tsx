import { useMutation } from '@tanstack/react-query'
import { blockPerson, unblockPerson, type Conversation } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { toast } from '#client/ui/notice-store.ts'

/** Blocks or unblocks a person; reversible, so without confirmation. */
export function BlockPerson({ conversation: { id, otherName, isBlocked } }: { conversation: Conversation }) {
  const change = useMutation({
    mutationFn: () => call(isBlocked ? unblockPerson : blockPerson, { params: { id } }),
    onSuccess: () => {
      toast(isBlocked ? `${otherName} can write to you again.` : `${otherName} can’t write to you any more.`, 'success')
      // Focus management: the pressed button has unmounted.
      document.querySelector('h1')?.focus()
    },
  })
  return (
    <div>
      <button
        type="button"
        className={isBlocked ? 'button-outline' : 'button-quiet -mx-2.5'}
        aria-disabled={change.isPending}
        onClick={() => !change.isPending && change.mutate()}
      >
        <span>
          {isBlocked ? 'Unblock' : 'Block'} <bdi>{otherName}</bdi>
        </span>
      </button>
      <FailureLine words={change.error?.message} className="text-sm" />
    </div>
  )
}
