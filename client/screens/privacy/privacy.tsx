import { StaticPage } from '#client/parts/static-page.tsx'
import { titled, useSite } from '#client/parts/site.ts'

export const meta = titled('Privacy')

export default function Privacy() {
  const { name, cards } = useSite()
  return (
    <StaticPage title="Privacy">
      <p>What {name} keeps about you, and who sees it. Whoever runs the shop adds their name and address here.</p>
      <h2>What is kept</h2>
      <ul>
        <li>Your name, email address, role, and whether the address is verified. Your password only as a hash.</li>
        <li>Your listings with their pictures. The place where a photo was taken is removed from it.</li>
        <li>Your orders, with the phone number and meeting place you gave, and the fact and number of the payment.</li>
        <li>
          Card numbers never reach the shop
          {cards.mode === 'stripe' ? ': they go from your browser straight to Stripe.' : '.'}
        </li>
      </ul>
      <h2>Who sees it</h2>
      <ul>
        <li>Everyone: your listings with your name and the place you gave for the book.</li>
        <li>The other side of an order and the admin: your contacts.</li>
        <li>
          Nobody else. There are no advertisements, no trackers, and nothing is loaded from other sites to watch you.
        </li>
      </ul>
      <h2>In your browser</h2>
      <p>
        A cookie that keeps you signed in, and in local storage the club token, your choice of light or dark, and drafts
        you have not sent yet. Logging out removes the cookie and the token.
      </p>
      <h2>Leaving</h2>
      <p>When an account is closed, its name and contacts are removed from all orders. Paid orders stay as figures.</p>
    </StaticPage>
  )
}
