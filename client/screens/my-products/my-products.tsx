import { titled } from '#client/parts/site.ts'

export const meta = titled('My Products')

export default function Screen() {
  return <h1>My Products</h1>
}
