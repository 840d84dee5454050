import { failureWords } from '#client/api/failure-words.ts'
import { toast } from '#client/ui/notice-store.ts'
import { shareOrCopy } from '#client/ui/share.ts'

/** Shares a text with an address. `prepare` runs at the press; what it throws is said. */
export function ShareButton({ prepare, children }: { prepare: () => Promise<string>; children: React.ReactNode }) {
  async function share() {
    try {
      await shareOrCopy({ text: await prepare() })
    } catch (error) {
      toast(failureWords(error), 'error')
    }
  }
  return (
    <button type="button" className="button" onClick={() => void share()}>
      {children}
    </button>
  )
}
