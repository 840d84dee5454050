import { titled } from '#client/parts/site.ts'

export const meta = titled('Verify your address')

export default function Screen() {
  return <h1>Verify your address</h1>
}
