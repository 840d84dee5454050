import { titled } from '#client/parts/site.ts'

export const meta = titled('Home')

export default function Screen() {
  return <h1>Home</h1>
}
