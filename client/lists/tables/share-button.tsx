import { errorMessage } from '#client/api/error-message.ts'
import { toast } from '#client/ui/notice-store.ts'
import { shareOrCopy } from '#client/ui/share.ts'

/** Share button for a text. `prepare` builds it on click; its errors show as a toast. */
export function ShareButton({ prepare, children }: { prepare: () => Promise<string>; children: React.ReactNode }) {
  async function share() {
    try {
      await shareOrCopy({ text: await prepare() })
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }
  return (
    <button type="button" className="button" onClick={() => void share()}>
      {children}
    </button>
  )
}
