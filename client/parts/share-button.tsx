import { handOn } from './hand-on.ts'
import { toast } from './notice-store.ts'
import { failureWords } from './failure-words.ts'

/** Hands a text with an address on. `prepare` runs at the press; what it throws is said. */
export function ShareButton({ prepare, children }: { prepare: () => Promise<string>; children: React.ReactNode }) {
  async function share() {
    try {
      await handOn({ text: await prepare() })
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
