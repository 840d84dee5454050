import { titled } from '#client/parts/site.ts'

export const meta = titled('Contact')

export default function Screen() {
  return <h1>Contact</h1>
}
