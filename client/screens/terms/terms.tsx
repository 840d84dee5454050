import { StaticPage } from '#client/parts/static-page.tsx'
import { titled, useSite } from '#client/parts/site.ts'

export const meta = titled('Terms of use')

export default function Terms() {
  const { name } = useSite()
  return (
    <StaticPage title="Terms of use">
      <p>These are the rules that the shop itself keeps. Whoever runs {name} may add their own.</p>
      <ul>
        <li>A listing is for one copy that the seller owns and can hand over, described as it is.</li>
        <li>
          Buy Now sets a copy aside for one buyer. If it is not paid in time it goes back on the shelf, and nothing is
          owed. The buyer may cancel until the payment.
        </li>
        <li>
          The price is the one on the listing at the time of Buy Now. Payment is by card, through a card provider.
        </li>
        <li>A payment for a book that can no longer be handed over is refunded in full.</li>
        <li>Contacts that you see because of an order are for that order alone.</li>
        <li>The admin may close an account that breaks these rules. Its unsold books leave the shop.</li>
      </ul>
    </StaticPage>
  )
}
