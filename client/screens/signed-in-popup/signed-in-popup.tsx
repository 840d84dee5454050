import { titled } from '#client/parts/site.ts'

export const meta = titled('Signed in')

export default function Screen() {
  return <h1>Signed in</h1>
}
