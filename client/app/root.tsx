import { useContext, useEffect } from 'react'
import {
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
  type LinksFunction,
  type LoaderFunctionArgs,
} from 'react-router'
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { href } from '#contract/href.ts'
import { HEAD_COLOUR } from '#contract/sharing.ts'
import { beforePaint } from '#client/look/before-paint.ts'
import fraunces from '#client/look/fonts/fraunces-latin.woff2?url'
import laterType from '#client/look/fonts/later.css?url'
import look from '#client/look/look.css?url'
import { frameOf } from './frame.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ErrorNumber } from './error-number.tsx'
import { Notices } from '#client/ui/notices.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { isMissingChunk, pageFailure } from '#client/ui/page-failure.ts'
import { ScriptMark } from './script-mark.ts'
import { useFocusAfterNavigation } from './focus-after-navigation.ts'
import { reloadOnce } from './reload-once.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { usePlainLinks } from './use-plain-links.ts'
import { useTypingMark } from './use-typing-mark.ts'
import { siteIn } from '#client/api/screen-services.ts'
import { shouldRevalidateSite } from '#client/ui/site-refresh.ts'
import { startSession } from '#client/session/start-session.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const site = siteIn(context)
  return { site, frame: frameOf(site) }
}

/** Revalidates the configuration only for the admin who has just changed it. */
export const shouldRevalidate = shouldRevalidateSite

export const links: LinksFunction = () => [
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: instrumentSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Document frame of every page, the error page included. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { site, frame } = useRouteLoaderData<typeof loader>('root') ?? {}
  const mark = useContext(ScriptMark)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={HEAD_COLOUR.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={HEAD_COLOUR.dark} media="(prefers-color-scheme: dark)" />
        {/* Inline script, runs before hydration: the browser's bundle need not include it. */}
        <script
          nonce={mark}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? beforePaint : '' }}
        />
        <Meta />
        <Links />
        {/* Server-rendered only: browsers read it while parsing the page. */}
        {import.meta.env.SSR && site && (
          <link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title={site.name} />
        )}
        {/* Precedence makes React keep the style sheets when the error page replaces the document. */}
        <link rel="stylesheet" href={look} precedence="first" />
        <link rel="stylesheet" href={laterType} media="print" precedence="later" />
        <noscript>
          <link rel="stylesheet" href={laterType} />
        </noscript>
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#main" className="button fixed start-2 top-2 z-50 not-focus:sr-only">
          Skip to the page’s content
        </a>
        <OfflineBanner />
        <SiteHeader
          name={site?.name ?? 'Home'}
          tagline={site?.tagline ?? ''}
          demo={site?.demo ?? false}
          menu={frame?.menus.main}
        />
        {/* As high as the window, so that the footer stands below it from the start and nothing that loads moves it. */}
        <main id="main" className="page min-h-dvh flex-1 py-3 sm:py-4 print:min-h-0">
          {children}
        </main>
        <SiteFooter name={site?.name ?? ''} menus={frame?.menus} />
        <BottomBar menu={frame?.menus.main} />
        <Notices />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const { frame, site } = useLoaderData<typeof loader>()
  const { adapter } = site.identity
  const isOpen = frame.open.includes(useMatches().at(-1)?.id ?? '')
  useFocusAfterNavigation()
  usePlainLinks()
  useTypingMark()
  useEffect(() => startSession(!isOpen, adapter), [isOpen, adapter])
  return <Outlet />
}

const failures = {
  missing: {
    title: 'Not found',
    stamp: 'Not found',
    words: 'There’s nothing at this address. Check it for typos, or the page may have been removed.',
  },
  unreachable: {
    title: 'No connection',
    stamp: 'No answer',
    words: 'We couldn’t reach the shop. Please check your internet connection...',
  },
  broken: {
    title: 'Something went wrong',
    stamp: 'Out of order',
    words: 'Something went wrong on our side. Please try again in a moment.',
  },
}

/** Opens an unreachable page again once the browser is back online. */
function useRetryOnline(isUnreachable: boolean, address: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isUnreachable) return
    const retry = () => void navigate(address, { replace: true })
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isUnreachable, address, navigate])
}

/** Error page for everything, the not-found page of the specification included. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isMissingChunk(error)) reloadOnce()
  }, [error])
  const failure = pageFailure(error)
  useRetryOnline(failure === 'unreachable', pathname + search)
  const site = useRouteLoaderData<typeof loader>('root')?.site
  const { title, stamp, words } = failures[failure]
  return (
    <div className="mx-auto max-w-measure text-center sm:py-10">
      <title>{site ? `${title} · ${site.name}` : title}</title>
      <h1 className="mb-6">This page is not available right now</h1>
      <p className="stamp mb-6 text-lg">{stamp}</p>
      <p className="mb-8 text-ink-2">{words}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {failure !== 'missing' && (
          <Link to={pathname + search} replace className="button-outline">
            Retry
          </Link>
        )}
        {/* Full page load, to drop the state that broke this page. */}
        <a href="/" className="button">
          Go to Homepage
        </a>
        {failure === 'missing' && (
          <a href={href('/products-categories')} className="button-outline">
            Product categories
          </a>
        )}
      </p>
      {failure === 'broken' && <ErrorNumber />}
    </div>
  )
}
