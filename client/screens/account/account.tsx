import { titled } from '#client/parts/site.ts'

export const meta = titled('Account')

export default function Screen() {
  return <h1>Account</h1>
}
