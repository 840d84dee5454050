import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { WrittenPages } from '#contract/site.ts'
import { titled } from '#client/parts/site.ts'
import { Writing } from '#client/parts/writing.tsx'
import { writtenIn } from '#client/screen-services.ts'

export function loader({ context, request }: LoaderFunctionArgs) {
  const pages: Partial<WrittenPages['pages']> = writtenIn(context).pages
  const name = new URL(request.url).pathname.slice(1) as keyof WrittenPages['pages']
  const page = pages[name]
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  if (!page) throw data(null, { status: 404 })
  return page
}

export function meta(args: {
  loaderData?: ReturnType<typeof loader> | undefined
  matches: Parameters<ReturnType<typeof titled>>[0]['matches']
}) {
  const { title = 'Not found', description = '' } = args.loaderData ?? {}
  return titled(title, { description })(args)
}

/** Any of the pages that are nothing but text. */
export default function WrittenPage() {
  const { title, html } = useLoaderData<typeof loader>()
  return (
    <article>
      <h1 className="mb-6">{title}</h1>
      <Writing html={html} />
    </article>
  )
}
