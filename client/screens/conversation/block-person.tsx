import { blockPerson, unblockPerson, type Conversation } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { toast } from '#client/ui/notice-store.ts'

/** Blocks or unblocks a person; reversible, so without confirmation. */
export function BlockPerson({ conversation: { id, otherName, isBlocked } }: { conversation: Conversation }) {
  const onDone = () => {
    toast(isBlocked ? `${otherName} can write to you again.` : `${otherName} can’t write to you any more.`, 'success')
    // Focus management: the pressed button has unmounted.
    document.querySelector('h1')?.focus()
  }
  return (
    <ActionButton
      act={() => call(isBlocked ? unblockPerson : blockPerson, { params: { id } })}
      look={isBlocked ? 'button-outline' : 'button-quiet -mx-2.5'}
      label={
        <span>
          {isBlocked ? 'Unblock' : 'Block'} <bdi>{otherName}</bdi>
        </span>
      }
      onDone={onDone}
    />
  )
}
