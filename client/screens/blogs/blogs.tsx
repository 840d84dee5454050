import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { titled } from '#client/parts/site.ts'
import { FrameworksArticle } from './frameworks-article.tsx'
import { PrototypesArticle } from './prototypes-article.tsx'
import { StateArticle } from './state-article.tsx'
import { UnitTestsArticle } from './unit-tests-article.tsx'

export const meta = titled('Blogs', { description: 'Four articles on building for the web.' })

const articles = [
  { id: 'state-management', title: 'How do you manage state in a React application?', Text: StateArticle },
  { id: 'prototypal-inheritance', title: 'How does prototypal inheritance work?', Text: PrototypesArticle },
  { id: 'unit-testing', title: 'What is a unit test, and why write one?', Text: UnitTestsArticle },
  { id: 'react-vue-angular', title: 'React, Vue or Angular?', Text: FrameworksArticle },
]

/** Four articles that open on their own. Find-in-page and links to an article open it by themselves. */
export default function Blogs() {
  return (
    <>
      <h1>Blogs</h1>
      <p className="mt-2 mb-8 text-ink-2">Notes from the workshop behind this club.</p>
      <div className="grid max-w-3xl grid-cols-1 gap-4">
        {articles.map((article) => (
          <Article key={article.id} {...article} />
        ))}
      </div>
    </>
  )
}

function Article({ id, title, Text }: (typeof articles)[number]) {
  const details = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (details.current && hash === `#${id}`) details.current.open = true
  }, [hash, id])
  return (
    <details ref={details} className="sheet group">
      <summary className="flex items-baseline justify-between gap-4 p-4 hover:bg-sunk">
        <h2 className="text-xl">{title}</h2>
        <span aria-hidden="true" className="font-mono text-xl group-open:rotate-45">
          +
        </span>
      </summary>
      {/* Inside, so that following a link to it makes the browser open the article even without scripts. */}
      <article id={id} className="border-t border-rule p-4 sm:p-6">
        <div className="prose">
          <Text />
        </div>
        <p className="mt-6 text-sm">
          <a href={`#${id}`} className="inline-block py-1.5">
            Link to this article
          </a>
        </p>
      </article>
    </details>
  )
}
