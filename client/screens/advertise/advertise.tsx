import { titled } from '#client/parts/site.ts'

export const meta = titled('Book')

export default function Screen() {
  return <h1>Book</h1>
}
