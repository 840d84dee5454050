import { titled } from '#client/parts/site.ts'

export const meta = titled('All products')

export default function Screen() {
  return <h1>All products</h1>
}
