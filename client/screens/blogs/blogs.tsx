import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { titled } from '#client/ui/site.ts'
import { contentIn } from '#client/api/screen-services.ts'
import { absoluteDay } from '#client/ui/facts/times.ts'
import { BlogArticle } from './blog-article.tsx'

export const meta = titled('Blogs', {
  description: 'Four articles on building for the web: state, prototypes, unit tests, and three frameworks.',
})

/** The day in words comes with the article: browsers load nothing to write it. */
export function loader({ context }: LoaderFunctionArgs) {
  return contentIn(context).articles.map((article) => ({
    ...article,
    day: article.published && absoluteDay(new Date(article.published)),
  }))
}

/** Blog screen. Find-in-page and links to an article open it natively. */
export default function Blogs() {
  const articles = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Blogs</h1>
      <p className="mt-2 mb-8 max-w-measure text-ink-2 print:hidden">
        From the workshop: how a site like this is built, and why.
      </p>
      <div className="group/articles grid max-w-3xl grid-cols-1 gap-4">
        {articles.map((article) => (
          <BlogArticle key={article.name} article={article} />
        ))}
      </div>
    </>
  )
}
