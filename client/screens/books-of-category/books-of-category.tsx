import { titled } from '#client/parts/site.ts'

export const meta = titled('Books')

export default function Screen() {
  return <h1>Books</h1>
}
