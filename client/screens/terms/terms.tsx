import { titled } from '#client/parts/site.ts'

export const meta = titled('Terms of use')

export default function Screen() {
  return <h1>Terms of use</h1>
}
