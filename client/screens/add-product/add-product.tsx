import { titled } from '#client/parts/site.ts'

export const meta = titled('Add A Product')

export default function Screen() {
  return <h1>Add A Product</h1>
}
