import { titled } from '#client/parts/site.ts'

export const meta = titled('All buyers')

export default function Screen() {
  return <h1>All buyers</h1>
}
