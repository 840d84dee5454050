import { titled } from '#client/parts/site.ts'

export const meta = titled('Privacy')

export default function Screen() {
  return <h1>Privacy</h1>
}
