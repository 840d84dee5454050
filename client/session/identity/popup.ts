import { IDENTITY_POPUP, IDENTITY_POPUP_END } from '#contract/accounts/sign-in.ts'
import { newKey } from '#client/api/new-key.ts'
import { googleErrorOf } from './error-codes.ts'
import { IdentityError } from './identity-port.ts'

const CHANNEL_NAME = 'dogear-sign-in-window'
const LOOK_EVERY_MS = 250
// The window may look closed to us a moment before its last page has had its say.
const LAST_WORDS_MS = 1500

type Said = { flow: string; error: string | null }

/** Cancels the window that is open already: one at a time. */
let cancelOpenOne: (() => void) | undefined

/**
 * Opens the window at once, as a click demands, then sends it to the address that `findAddress` gives for the two
 * paths to come back to. Resolves when the window's last page reports success; rejects with an IdentityError when it
 * reports a failure, was blocked, was closed, or gave way to another one.
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

/** For the page on which the window ends: reports how it went to the tab that opened it, and closes the window. */
export function finishPopup(): void {
  const query = new URLSearchParams(window.location.search)
  const said: Said = { flow: query.get('flow') ?? '', error: query.get('error') }
  const channel = new BroadcastChannel(CHANNEL_NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, it is our origin's
  channel.postMessage(said)
  channel.close()
  window.close()
}

/** In the middle of the window we are in. */
function placement(): string {
  const { width, height } = IDENTITY_POPUP
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2))
  return `popup=yes,width=${width},height=${height},left=${left},top=${top}`
}

/** How a window's sign-in ends: by what its last page says, or by the window being gone. */
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
    // Whoever is not waiting any more need not hear of it.
    this.done.catch(() => {})
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.flow !== flow) return
      if (data.error === null) this.#settle?.resolve()
      else this.fail(googleErrorOf(data.error))
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
