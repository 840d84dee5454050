import { titled } from '#client/parts/site.ts'

export const meta = titled('Payment')

export default function Screen() {
  return <h1>Payment</h1>
}
