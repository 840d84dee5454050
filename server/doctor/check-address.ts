import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS } from '#contract/duration.ts'
import type { Config } from '#server/config.ts'
import { fault, ok, skipped, warning, type Finding } from '#server/ports/finding.ts'

const WITHIN_MS = 8000
const CONFIG_PATH = '/api/config'
/** Certificates are renewed a month before their end where that works. */
const CERTIFICATE_DAYS = 14
/** What the shop sends with each answer, and a proxy may take away. */
const HEADERS = ['content-security-policy', 'x-content-type-options', 'x-request-id']

type Given = Pick<Config, 'publicUrl' | 'formerUrls' | 'host' | 'port' | 'trustProxy' | 'mode'>

/** Whether the shop is open here, and whether the address that people use leads to it, whole and over TLS. */
export async function checkAddress(config: Given): Promise<Finding[]> {
  const here = `http://${hereOf(config.host)}:${config.port}`
  const own = await ask(here)
  const findings: Finding[] = [
    'answer' in own
      ? ok(`The shop is open at ${here}.`)
      : warning(`No shop answers at ${here} (${own.why}).`, 'Start it: npm start.'),
  ]
  const { protocol, origin } = new URL(config.publicUrl)
  const isProxied = origin !== new URL(here).origin && protocol === 'https:'
  if (isProxied && config.trustProxy === false)
    findings.push(
      warning(
        'People come through a proxy that ends TLS, and TRUST_PROXY isn’t set: the limits take all of them for one visitor.',
        'Set TRUST_PROXY=1, or how many proxies stand before the shop.',
      ),
    )
  if (!('answer' in own) && config.mode === 'demo')
    return [...findings, skipped(`${config.publicUrl} wasn’t asked, since the demo isn’t open.`)]
  return [
    ...findings,
    ...(await checkPublic(config, 'answer' in own ? own.answer : null)),
    ...(await Promise.all(config.formerUrls.map((url) => checkFormer(config, url)))),
  ]
}

/** Whether an address that is to be the shop's leads to the one that is open here. */
export async function checkComing(config: Pick<Config, 'host' | 'port'>, to: string): Promise<Finding> {
  const [own, asked] = await Promise.all([ask(`http://${hereOf(config.host)}:${config.port}`), ask(to)])
  const cure =
    'Let the name lead to this server in your DNS, and the proxy take it, with a certificate, beside the old one.'
  if (!('answer' in asked)) return warning(`${to} can’t be reached from here: ${asked.why}.`, cure)
  if (!('answer' in own)) return warning(`${to} answers, and no shop is open here to compare it with.`, 'Start it.')
  return asked.answer.status === 200 && asked.answer.text === own.answer.text
    ? ok(`${to} leads to this shop.`)
    : warning(`${to} answers, and doesn’t lead to this shop.`, cure)
}

/** Whether a former address sends people on. */
async function checkFormer({ publicUrl }: Given, url: string): Promise<Finding> {
  const cure =
    'Let its name and certificate lead here for as long as links to it are about, or take it out of FORMER_URLS.'
  const asked = await ask(url, '/')
  if (!('answer' in asked)) return warning(`The former address ${url} can’t be reached from here: ${asked.why}.`, cure)
  const { status, headers } = asked.answer
  return status === 308 && originOf(headers.get('location'), url) === publicUrl
    ? ok(`The former address ${url} sends people on to ${publicUrl}.`)
    : warning(`The former address ${url} doesn’t send people on to ${publicUrl}: it answered ${status}.`, cure)
}

/** Whether a shop answers where this one listens. */
export const isOpenHere = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> =>
  'answer' in (await ask(`http://${hereOf(host)}:${port}`))

const hereOf = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

async function checkPublic({ publicUrl }: Given, own: Answer | null): Promise<Finding[]> {
  const asked = await ask(publicUrl)
  const isTls = publicUrl.startsWith('https:')
  const certificate = isTls ? await certificateOf(publicUrl).catch(() => []) : []
  if (!('answer' in asked)) return [unreachable(publicUrl, asked), ...certificate]
  const { answer } = asked
  return [leadsHere(publicUrl, answer, own), ...headersOf(publicUrl, answer, isTls), ...certificate]
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

async function ask(base: string, path = CONFIG_PATH): Promise<{ answer: Answer } | { why: string }> {
  try {
    const response = await fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) })
    const text = (await response.text()).slice(0, 100_000)
    return { answer: { status: response.status, headers: response.headers, text } }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return {
      why:
        name === 'TimeoutError'
          ? `no answer within ${WITHIN_MS / 1000} s`
          : (cause?.code ?? cause?.message ?? 'no answer'),
    }
  }
}

function unreachable(publicUrl: string, { why }: { why: string }): Finding {
  const found = `${publicUrl} can’t be reached from here: ${why}.`
  if (why === 'ENOTFOUND' || why === 'EAI_AGAIN')
    return fault(found, 'Let the name lead to this server in your DNS, or correct PUBLIC_URL.')
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME|ISSUER/.test(why))
    return fault(
      found,
      'Give the proxy a certificate for this name, with the whole chain. NODE_EXTRA_CA_CERTS names one of your own.',
    )
  return warning(
    found,
    'Look whether the proxy runs and leads to the shop. Some networks keep a server from reaching its own public address: then try it from elsewhere.',
  )
}

function leadsHere(publicUrl: string, { status, headers, text }: Answer, own: Answer | null): Finding {
  if (status >= 300 && status < 400)
    return fault(
      `${publicUrl} sends people on to ${originOf(headers.get('location'), publicUrl)}.`,
      'Set PUBLIC_URL to the address where they end, or take the redirect away.',
    )
  const its = shopOf(text)
  if (status !== 200 || !its)
    return fault(
      `${publicUrl} answered ${status}, and not as a shop does.`,
      'Let the proxy lead to the shop, with all its paths.',
    )
  if (its.publicUrl !== publicUrl || (own && own.text !== text))
    return fault(
      `At ${publicUrl} another shop answers: ${its.name}, for ${its.publicUrl}.`,
      'Let the proxy lead to this one, or correct PUBLIC_URL.',
    )
  return ok(own ? `${publicUrl} leads to this shop.` : `At ${publicUrl} a shop of this address answers.`)
}

const originOf = (location: string | null, base: string) => URL.parse(location ?? '', base)?.origin ?? 'nowhere'

function shopOf(text: string): { name: string; publicUrl: string } | null {
  try {
    const { name, publicUrl } = JSON.parse(text) as Record<string, unknown>
    return typeof name === 'string' && typeof publicUrl === 'string' ? { name, publicUrl } : null
  } catch {
    return null
  }
}

function headersOf(publicUrl: string, { headers, status }: Answer, isTls: boolean): Finding[] {
  if (status !== 200) return []
  const missing = [...HEADERS, ...(isTls ? ['strict-transport-security'] : [])].filter((name) => !headers.has(name))
  return missing.length === 0
    ? [ok('Its headers arrive.')]
    : [
        warning(
          `On the way from ${publicUrl} these headers are lost: ${missing.join(', ')}.`,
          'Let the proxy pass on the headers of answers as they are.',
        ),
      ]
}

/** Whether a certificate that lasts for so many days should have been renewed: short ones are in their last third. */
const isLate = (daysLeft: number, lasts: number) => daysLeft < Math.min(CERTIFICATE_DAYS, lasts / 3)

/** When the certificate ends; none of a server that shows none. */
async function certificateOf(publicUrl: string): Promise<Finding[]> {
  const { hostname, port } = new URL(publicUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    // An address is no name (RFC 6066).
    ...(isIP(hostname) === 0 && { servername: hostname }),
    // Whether it is trusted is what the request says.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WITHIN_MS) })
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
    const ends = Date.parse(to)
    if (Number.isNaN(ends)) return []
    const days = Math.floor((ends - Date.now()) / DAY_MS)
    const found = `Its certificate ends on ${new Date(ends).toISOString().slice(0, 10)}.`
    const cure = 'It should have been renewed: look at the log of the proxy, or of what renews it.'
    if (days < 0) return [fault(found, cure)]
    return [isLate(days, (ends - Date.parse(from)) / DAY_MS) ? warning(found, cure) : ok(found)]
  } finally {
    socket.destroy()
  }
}
