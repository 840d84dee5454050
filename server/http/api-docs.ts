import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { paletteStyle } from '#contract/palette.ts'
import { problems } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { declaredCalls } from './declared-calls.ts'
import { openApiDocument, type OpenApiOperation } from './openapi.ts'

/** Serves the OpenAPI document, and a page of it that works without scripts; both are made at the first request. */
export function apiDocsRoutes(
  app: FastifyInstance,
  site: Pick<Site, 'name' | 'currency'>,
  limits: Config['rateLimits'],
): void {
  let made: { name: string; document: Document; page?: string } | undefined
  let calls: ReturnType<typeof declaredCalls> | undefined
  // Made again when the club's name has changed.
  const read = async () => {
    const declared = await (calls ??= declaredCalls(site.currency))
    return made?.name === site.name
      ? made
      : (made = { name: site.name, document: openApiDocument(site, declared, limits) })
  }
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send((await read()).document),
  )
  app.get(`${API_BASE}/docs`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(((made) => (made.page ??= docsPage(made.document)))(await read())),
  )
}

type Document = ReturnType<typeof openApiDocument>

function docsPage({ info, paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head>
<body><main><h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)} The same for programs: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
<h2>Calls</h2>${operations.map(callSection).join('\n')}
<h2>Refusals</h2><p>Every refusal is <code>application/problem+json</code> with <code>code</code>, <code>detail</code>,
<code>requestId</code> and <code>invalidFields</code>.</p><dl>${Object.entries(problems)
    .map(
      ([code, { status, title }]) =>
        `<dt id="problem-${code}"><code>${code}</code> (${status})</dt><dd>${escapeHtml(title)}</dd>`,
    )
    .join('\n')}</dl></main></body></html>`
}

function callSection({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: OpenApiOperation
}): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(operation.responses[200]?.content ?? {})[0]?.schema
  const refusals = Object.entries(operation.responses).filter(([status]) => status !== '200')
  return `<section id="${operation.operationId}"><h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}. ${escapeHtml(operation.description)}</p>
${operation.parameters.length > 0 ? `<p>Takes: ${operation.parameters.map(({ name, in: place }) => `<code>${name}</code> (${place})`).join(', ')}</p>` : ''}
${body ? schemaDetails('What to send', body) : ''}${answer ? schemaDetails('What comes back', answer) : ''}
<ul>${refusals.map(([status, { description }]) => `<li><strong>${status}</strong> ${escapeHtml(description)}</li>`).join('')}</ul></section>`
}

function schemaDetails(title: string, schema: object): string {
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`
}

const style = `${paletteStyle}body{font:17px/1.5 system-ui,sans-serif;margin:0;background:var(--paper);color:var(--ink)}
main{max-width:62rem;margin:auto;padding:1.5rem 1rem}section{border-top:1px solid var(--rule);padding:.5rem 0}h3{margin:.5rem 0;overflow-wrap:anywhere}
a{color:var(--link)}pre{overflow:auto;background:var(--sunk);padding:1rem}dt{margin-top:.75rem}summary{cursor:pointer;padding:.25rem 0}`
