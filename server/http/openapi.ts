import * as z from 'zod/mini'
import { API_BASE, mayOmitBody, hasPart, usualRefusals, type Call } from '#contract/call.ts'
import { problems } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import type { Config } from '#server/config.ts'

export interface OpenApiOperation {
  operationId: string
  summary: string
  description: string
  security: Record<string, never[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

/**
 * OpenAPI 3.1 document of this shop's whole API, made from the contract: what a browser sends and gets, by its wire
 * names.
 */
export function openApiDocument(
  { name: shopName }: Pick<Site, 'name'>,
  calls: Readonly<Record<string, Call>>,
  limits: Config['rateLimits'],
): {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: object
} {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = `${API_BASE}${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, limits) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${shopName} API`,
      version: '1',
      description: 'Lists come in pages: ?limit (24, at most 100), and the next page’s address in the Link header.',
    },
    paths,
    components: {
      securitySchemes: {
        clubToken: { type: 'http', scheme: 'bearer', description: 'A token from POST /api/jwt; one hour.' },
        monitor: { type: 'http', scheme: 'bearer', description: 'The operator’s METRICS_TOKEN.' },
        proof: { type: 'http', scheme: 'bearer', description: 'The identity provider’s ID token; five minutes.' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

function operation(name: string, call: Call, limits: Config['rateLimits']): OpenApiOperation {
  return {
    operationId: name,
    summary: call.summary,
    description: `${describeAccess(call)}${describeLimit(call, limits)}`,
    security: securityOf(call),
    parameters: [...parametersOf(call, 'params'), ...parametersOf(call, 'query')],
    ...bodyOf(call),
    responses: {
      200: {
        description: 'Done',
        content: { [call.textAs ?? 'application/json']: { schema: wireSchema(call.answer) } },
      },
      ...refusalsOf(call),
    },
  }
}

/** Describes a call's access in words. */
export function describeAccess({ access }: Call): string {
  if (access === 'anyone') return 'Anyone.'
  if (access === 'proof') return 'Needs a fresh ID token of the identity provider.'
  if (access === 'proof-or-member') return 'Needs a fresh ID token of the identity provider, or a valid club token.'
  if (access === 'monitor')
    return 'Needs METRICS_TOKEN, or comes from the machine of a shop that is not served to others.'
  if (access === 'member') return 'Signed-in members; what belongs to others is not found.'
  return `Signed in as ${access.join(' or ')}.`
}

/** Describes a call's rate limit in words, by the operator's figures; empty without a limit. */
function describeLimit({ limit: { counts, costs, ofAccountADay } }: Call, limits: Config['rateLimits']): string {
  const figures = limits && { reads: limits.readsPerMinute, writes: limits.writesPerMinute }
  const perAddress =
    figures && counts !== 'nothing'
      ? ` Counts as ${costs === 1 ? 'one' : costs} of the ${figures[counts].toLocaleString('en-US')} ${counts} a minute of a network address.`
      : ''
  return `${perAddress}${ofAccountADay === undefined ? '' : ` At most ${ofAccountADay} of one account within 24 hours.`}`
}

function securityOf({ access }: Call): Record<string, never[]>[] {
  if (access === 'anyone') return []
  if (access === 'proof' || access === 'monitor') return [{ [access]: [] }]
  return access === 'proof-or-member' ? [{ proof: [] }, { clubToken: [] }] : [{ clubToken: [] }]
}

// Requests and answers are both the wire side of our codecs.
function wireSchema(schema: Call['answer']): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return json
}

function parametersOf(call: Call, part: 'params' | 'query'): OpenApiOperation['parameters'] {
  if (!hasPart(call, part)) return []
  const { properties = {}, required = [] } = wireSchema(call[part]) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: part === 'params' ? ('path' as const) : ('query' as const),
    required: part === 'params' || required.includes(name),
    schema,
  }))
}

function bodyOf(call: Call): Pick<OpenApiOperation, 'requestBody'> {
  const { file, example } = call
  if (file !== undefined) {
    const schema = { type: 'object', required: [file], properties: { [file]: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!hasPart(call, 'body')) return {}
  const schema = withIgnored(wireSchema(call.body), call.ignored)
  return {
    requestBody: {
      required: !mayOmitBody(call) && !needsNothing(schema),
      content: { 'application/json': { schema, example } },
    },
  }
}

// A missing body counts as one without fields.
const needsNothing = (schema: { type?: string; required?: string[] }) =>
  schema.type === 'object' && (schema.required ?? []).length === 0

/** Adds the specification's fields that the server ignores, marked as such. */
function withIgnored(schema: { properties?: object }, ignored: Call['ignored']): object {
  const marked = Object.entries(ignored).map(([name, why]) => [name, { description: `Accepted and ignored. ${why}` }])
  return marked.length > 0 ? { ...schema, properties: { ...schema.properties, ...Object.fromEntries(marked) } } : schema
}

function refusalsOf(call: Call): OpenApiOperation['responses'] {
  const byStatus = Map.groupBy(new Set([...usualRefusals(call), ...call.refusals]), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId', 'invalidFields'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    invalidFields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}
