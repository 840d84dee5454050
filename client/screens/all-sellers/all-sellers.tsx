import { titled } from '#client/parts/site.ts'

export const meta = titled('All sellers')

export default function Screen() {
  return <h1>All sellers</h1>
}
