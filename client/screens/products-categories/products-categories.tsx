import { titled } from '#client/parts/site.ts'

export const meta = titled('Product categories')

export default function Screen() {
  return <h1>Product categories</h1>
}
