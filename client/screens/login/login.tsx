import { titled } from '#client/parts/site.ts'

export const meta = titled('Login')

export default function Screen() {
  return <h1>Login</h1>
}
