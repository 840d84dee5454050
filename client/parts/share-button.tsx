import { toast } from './notice-store.ts'

/**
 * Hands a text with an address to the device's own ways of sharing; where there are none, it is copied. `prepare` runs
 * at the press; what it throws is said.
 */
export function ShareButton({
  prepare,
  className = 'button',
  children,
}: {
  prepare: () => Promise<string>
  className?: string
  children: React.ReactNode
}) {
  async function share() {
    try {
      const text = await prepare()
      if (!('share' in navigator)) return await copy(text)
      await navigator.share({ text })
    } catch (error) {
      // Whoever closes the device's own choice has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast(error instanceof Error ? error.message : 'That did not work. Please try again.', 'error')
    }
  }
  return (
    <button type="button" className={className} onClick={() => void share()}>
      {children}
    </button>
  )
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast('Copied, ready to paste', 'success')
}
