import { IDENTITY_POPUP, IDENTITY_POPUP_END } from '#contract/accounts/sign-in.ts'
import { newKey } from '#client/api/new-key.ts'
import { federatedErrorOf } from './error-codes.ts'
import { IdentityError } from '#client/session/identity/identity-port.ts'

const CHANNEL_NAME = 'dogear-sign-in-window'
const LOOK_EVERY_MS = 250
// Grace period: a popup may look closed just before its last page reports.
const LAST_WORDS_MS = 1500

type Said = { flow: string; error: string | null }

/** Cancels the open popup: only one at a time. */
let cancelOpenOne: (() => void) | undefined

/**
 * Opens the popup synchronously, as browsers demand of a click, then navigates it to the address that `findAddress`
 * gives for the return path. Resolves when the popup's last page reports success; rejects with an IdentityError when it
 * reports a failure, was blocked or closed, or was replaced by another popup.
 */
export async function throughPopup(findAddress: (back: string) => Promise<string>): Promise<void> {
  cancelOpenOne?.()
  const popup = window.open('about:blank', '_blank', placement())
  if (!popup) throw new IdentityError('auth/popup-blocked')
  popup.document.title = 'Signing in…'
  const flow = newKey()
  const outcome = new Outcome(flow, popup)
  cancelOpenOne = () => outcome.fail('auth/cancelled-popup-request')
  try {
    const address = await Promise.race([
      findAddress(`${IDENTITY_POPUP_END}?flow=${flow}`),
      outcome.done as Promise<never>,
    ])
    popup.location.replace(address)
    await outcome.done
  } finally {
    outcome.stop()
    if (!popup.closed) popup.close()
  }
}

/** Reports the result to the opener's tab and closes the popup; for its last page. */
export function finishPopup(): void {
  const query = new URLSearchParams(window.location.search)
  const said: Said = { flow: query.get('flow') ?? '', error: query.get('error') }
  const channel = new BroadcastChannel(CHANNEL_NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, it is our origin's
  channel.postMessage(said)
  channel.close()
  window.close()
}

/** Window features that centre the popup over this window. */
function placement(): string {
  const { width, height } = IDENTITY_POPUP
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2))
  return `popup=yes,width=${width},height=${height},left=${left},top=${top}`
}

/** Result of a popup: its last page's report, or the popup was closed. */
class Outcome {
  readonly done: Promise<void>
  readonly #channel = new BroadcastChannel(CHANNEL_NAME)
  readonly #watch: ReturnType<typeof setInterval>
  #settle: { resolve: () => void; reject: (error: IdentityError) => void } | undefined
  #lastWords: ReturnType<typeof setTimeout> | undefined

  constructor(flow: string, popup: Window) {
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // Avoids an unhandled rejection once the caller has stopped waiting.
    this.done.catch(() => {})
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.flow !== flow) return
      if (data.error === null) this.#settle?.resolve()
      else this.fail(federatedErrorOf(data.error))
    })
    this.#watch = setInterval(() => {
      if (popup.closed) this.#lastWords ??= setTimeout(() => this.fail('auth/popup-closed-by-user'), LAST_WORDS_MS)
    }, LOOK_EVERY_MS)
  }

  fail(code: ConstructorParameters<typeof IdentityError>[0]): void {
    this.#settle?.reject(new IdentityError(code))
  }

  stop(): void {
    this.#channel.close()
    clearInterval(this.#watch)
    clearTimeout(this.#lastWords)
  }
}
