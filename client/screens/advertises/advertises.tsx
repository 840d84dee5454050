import { titled } from '#client/parts/site.ts'

export const meta = titled('Advertised items')

export default function Screen() {
  return <h1>Advertised items</h1>
}
