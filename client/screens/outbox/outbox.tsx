import { titled } from '#client/parts/site.ts'

export const meta = titled('Outbox')

export default function Screen() {
  return <h1>Outbox</h1>
}
