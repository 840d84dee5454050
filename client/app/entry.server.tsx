import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type ServerBuild,
} from 'react-router'
import type { ScreenHandler } from '#contract/screen-services.ts'
import { RequestNumber } from './error-number.tsx'
import { ScriptMark } from './script-mark.ts'
import { screenServices } from '#client/api/screen-services.ts'

const RENDER_TIMEOUT_MS = 10_000

/**
 * Creates the request handler from the built module, because context keys are objects: loaders and server must share
 * the same keys.
 */
export function createScreenHandler(build: ServerBuild): ScreenHandler {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (request, services) => {
    const context = new RouterContextProvider()
    context.set(screenServices, services)
    return handle(withoutLineBreaks(request), context)
  }
}

const LINE_BREAK = /%0[ad]|%e2%80%a[89]/gi

/**
 * Replaces line breaks in the address, which the router's patterns don't match, not even the catch-all. The replacement
 * character leads to the not-found page.
 */
function withoutLineBreaks(request: Request): Request {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(LINE_BREAK, '%EF%BF%BD')
  if (pathname === url.pathname) return request
  url.pathname = pathname
  return new Request(url, request)
}

/** Renders the whole page before the first byte: pages are short, and the CSP needs the hashes of inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  // Skips rendering for HEAD and for aborted requests.
  if (request.method === 'HEAD' || request.signal.aborted) return new Response(null, { status, headers })
  const { requestId, scriptMark } = context.get(screenServices)
  const html = await render(
    <RequestNumber value={requestId}>
      <ScriptMark value={scriptMark}>
        <ServerRouter context={router} url={request.url} nonce={scriptMark} />
      </ScriptMark>
    </RequestNumber>,
    scriptMark,
  )
  return new Response(paintFirst(html), { status, headers })
}

/** Reports errors of loaders. An aborted request is no error, nor is an unknown address. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (!request.signal.aborted) context.get(screenServices).reportError(error)
}

async function render(page: React.ReactElement, nonce: string): Promise<string> {
  const output = new PassThrough()
  let failure: unknown
  const complete = Promise.withResolvers<void>()
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    // Disables progressive chunks: they are moved into place by scripts, which some visitors don't have.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: complete.resolve,
    onShellError: complete.reject,
    onError: (error) => {
      failure = error
    },
  })
  const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS)
  try {
    await complete.promise
    if (failure) throw failure
    pipe(output)
    return await text(output)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Defers scripts until the page is parsed, so that text, styles and fonts load first. With async scripts the largest
 * contentful paint of a list took 2.7 s instead of 2.0.
 */
function paintFirst(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script nonce="[\w-]+" type="module") async="">/, '$1>')
}
