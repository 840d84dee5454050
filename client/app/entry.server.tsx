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
 * Made here, from the built module that the server hands in, because a context key is an object: the loaders and
 * whoever fills the context must hold the same one.
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
 * No pattern of the router's matches a line break, not even the one for every other address: one that has it would be
 * nobody's. Its place is taken by the character for what can't be shown, which fits no address of ours either.
 */
function withoutLineBreaks(request: Request): Request {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(LINE_BREAK, '%EF%BF%BD')
  if (pathname === url.pathname) return request
  url.pathname = pathname
  return new Request(url, request)
}

/** Renders the whole page before a byte leaves: pages are short, and the policy for inline scripts needs their hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  // Nobody reads the page of a visitor who has left.
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

/** Loaders report here; a visitor who went away is not an error, nor is an address that is nobody's. */
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
    // What is large must not come behind the page, to be moved to its place by a script: some have none.
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
 * The page is complete without scripts, so text, style and fonts go first and scripts wait for the parser: run apart from
 * it, they came between a list and its first cover, whose largest paint then took 2.7 s instead of 2.0.
 */
function paintFirst(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script nonce="[\w-]+" type="module") async="">/, '$1>')
}
