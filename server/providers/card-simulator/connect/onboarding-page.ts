import { bankPage } from '#server/providers/card-simulator/challenge/challenge-page.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { OnboardingOutcome } from '#server/providers/card-simulator/objects.ts'

/** What a seller can do on the page, in the order in which it stands there. */
export const outcomes: Record<OnboardingOutcome, string> = {
  accepted: 'Enter everything',
  checked: 'Enter everything, and be checked for ten seconds',
  incomplete: 'Leave something out',
  bank_refuses: 'Enter a bank account that was closed',
  refused: 'Be refused',
}

/** The page on which the provider would ask a seller for their bank; needs no script. */
export const onboardingPage = (shopName: string): string =>
  bankPage(
    'Get paid to your bank',
    `<p><strong>${escapeHtml(shopName)}</strong> wants to pay you. The real provider would ask here who you are and for your bank account. Choose what happens:</p>
    <form method="post">
      ${Object.entries(outcomes)
        .map(
          ([value, words], place) =>
            `<button${place === 0 ? ' class="primary"' : ''} name="outcome" value="${value}">${words}</button>`,
        )
        .join('\n      ')}
    </form>`,
  )

export const unknownOnboardingPage = () => bankPage('Nothing to enter', '<p>There is nothing to enter here.</p>')
