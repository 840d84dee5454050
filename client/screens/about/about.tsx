import { titled } from '#client/parts/site.ts'

export const meta = titled('About the club')

export default function Screen() {
  return <h1>About the club</h1>
}
