import { titled } from '#client/parts/site.ts'

export const meta = titled('Register')

export default function Screen() {
  return <h1>Register</h1>
}
