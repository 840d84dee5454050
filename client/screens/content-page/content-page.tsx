import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import type { ContentPages } from '#contract/content-pages.ts'
import type { ContentPage as Written } from '#contract/settings/content-page-calls.ts'
import { titled } from '#client/ui/site.ts'
import { ContentHtml } from '#client/ui/content-html.tsx'
import { contentIn } from '#client/api/screen-services.ts'

export function loader({ context, pattern }: LoaderFunctionArgs) {
  // Page name from the route's pattern.
  return contentIn(context).pages[pattern.replace('/', '') as keyof ContentPages['pages']]
}

export function meta(args: MetaArgs<typeof loader>) {
  const { title = 'Not found', description = '' } = args.loaderData ?? {}
  return titled(title, { description })(args)
}

/** Content page. */
export default function ContentPage() {
  const { title, html, sections } = useLoaderData<typeof loader>()
  return (
    <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-[auto_1fr]">
      <article>
        <h1 className="mb-6">{title}</h1>
        <ContentHtml html={html} />
      </article>
      {sections.length > 2 && <OnThisPage sections={sections} />}
    </div>
  )
}

/** Section links beside the text; hidden where they don't fit. */
function OnThisPage({ sections }: Pick<Written, 'sections'>) {
  return (
    <nav
      aria-labelledby="on-this-page"
      className="not-printed hidden max-w-64 self-start pt-3 lg:sticky lg:top-8 lg:block"
    >
      <h2 id="on-this-page" className="small-heading mb-2 border-b border-edge pb-1 font-sans">
        On this page
      </h2>
      <ul>
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="block py-1.5 text-sm pointer-coarse:py-3 underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
