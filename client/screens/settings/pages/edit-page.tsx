import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { href } from '#contract/href.ts'
import { contentPageNames, type ContentPageName } from '#contract/screens.ts'
import { getContentPage, type ContentPageText } from '#contract/settings/content-page-calls.ts'
import { pageLabels } from '#contract/settings/page-labels.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { GoBack } from './go-back.tsx'
import { PageForm } from './page-form.tsx'
import { PageSource } from './page-source.tsx'

/** Editor of a content page, with a preview. */
export default function EditPage() {
  const { pageName } = useParams()
  const name = contentPageNames.find((one) => one === pageName)
  return (
    <>
      <p className="mb-4">
        <Link to={href('/dashboard/settings/pages')} className="link touchable inline-block py-1">
          All texts
        </Link>
      </p>
      {name ? <Opened key={name} name={name} /> : <p>We can’t find that page.</p>}
    </>
  )
}

function Opened({ name }: { name: ContentPageName }) {
  const page = useCall(
    getContentPage,
    { params: { name } },
    {
      // No cache after unmount: the next visit loads the latest, while an open form keeps its text.
      gcTime: 0,
    },
  )
  if (page.data) return <Editor opened={page.data} />
  if (page.isError) return <Retry error={page.error} onRetry={() => void page.refetch()} />
  return <Skeletons count={2} className="h-60" label="Loading the text" />
}

function Editor({ opened }: { opened: ContentPageText }) {
  const [page, setPage] = useState(opened)
  /** Key of the form; a new key resets it. */
  const [turn, setTurn] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Focus management: the pressed button has unmounted with the form.
    if (turn > 0) heading.current?.focus()
  }, [turn])
  function startOver(fresh: ContentPageText) {
    setPage(fresh)
    setTurn(turn + 1)
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-1 text-2xl">
        {pageLabels.get(page.name)}
      </h2>
      <p role="status" className="mb-5">
        Visitors see: <PageSource page={page} />.{' '}
        <Link to={`/${page.name}`} className="link touchable inline-block py-1">
          See the page
        </Link>
      </p>
      <PageForm key={turn} opened={page} onSaved={setPage} onStartOver={startOver} />
      {page.source === 'admins' || page.problem !== null ? <GoBack page={page} onDone={startOver} /> : null}
    </>
  )
}
