import { titled } from '#client/parts/site.ts'

export const meta = titled('Reported Items')

export default function Screen() {
  return <h1>Reported Items</h1>
}
