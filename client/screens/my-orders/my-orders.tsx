import { titled } from '#client/parts/site.ts'

export const meta = titled('My Orders')

export default function Screen() {
  return <h1>My Orders</h1>
}
