import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listContentPages, type ListedContentPage } from '#contract/settings/content-page-calls.ts'
import { pageLabels } from '#contract/settings/page-labels.ts'
import { DataTable, type Column } from '#client/lists/tables/data-table.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { PageSource } from './page-source.tsx'

/** List of the content pages, with the source of each text. */
export default function ContentPages() {
  const pages = useCall(listContentPages, {}, { gcTime: 0 })
  return (
    <>
      <p className="mb-6 max-w-measure text-ink-2">
        What visitors read about your club. Each page explains the software. Add what only you know: your name and
        address, and what your country’s law requires.
      </p>
      {pages.isError ? (
        <Retry error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <DataTable
          caption="Pages"
          columns={columns}
          rows={pages.data ?? null}
          keyOf={({ name }) => name}
          nameOf={({ title }) => title}
          isBusy={false}
        />
      )}
    </>
  )
}

const columns: Column<ListedContentPage>[] = [
  {
    heading: 'Page',
    part: 'title',
    cell: ({ name }) => (
      <Link
        to={href('/dashboard/settings/pages/:pageName', name)}
        className="link touchable inline-block font-semibold sm:py-1"
      >
        {pageLabels.get(name)}
      </Link>
    ),
  },
  { heading: 'Title', part: 'facts', cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi> },
  {
    heading: 'Shows',
    part: 'state',
    cell: (page) => (
      <span className="inline-block first-letter:uppercase">
        <PageSource page={page} />
      </span>
    ),
  },
]
