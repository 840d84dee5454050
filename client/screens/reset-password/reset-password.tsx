import { titled } from '#client/parts/site.ts'

export const meta = titled('Choose a new password')

export default function Screen() {
  return <h1>Choose a new password</h1>
}
