import { titled } from '#client/parts/site.ts'

export const meta = titled('Blogs')

export default function Screen() {
  return <h1>Blogs</h1>
}
