import { titled } from '#client/parts/site.ts'

export const meta = titled('Dashboard')

export default function Choose() {
  return <h1>Please choose the right option</h1>
}
