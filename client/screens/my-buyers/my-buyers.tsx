import { titled } from '#client/parts/site.ts'

export const meta = titled('My buyers')

export default function Screen() {
  return <h1>My buyers</h1>
}
