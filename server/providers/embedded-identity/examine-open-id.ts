import { fault, ok, warning, type Finding } from '#server/ports/finding.ts'
import { findProviders } from './open-id.ts'
import type { OpenIdProvider } from './settings.ts'

const WITHIN_MS = 8000
const SKEW_SECONDS = 30

/** Asks a provider for its discovery document, as a sign-in does. Whether it takes the client's secret only a sign-in shows. */
export async function examineOpenId(provider: OpenIdProvider, way: string): Promise<Finding[]> {
  let why = ''
  const warn = ({ err }: { err?: Error }) => void (why = reasonOf(err))
  const [found] = await findProviders([provider], { warn }, WITHIN_MS)
  if (!found)
    return [
      fault(
        `${provider.name} (${provider.issuer}) can’t be asked: ${why}`,
        'Look whether its address with /.well-known/openid-configuration opens from this server, with a certificate that Node trusts. Until then nobody signs in by it.',
      ),
    ]
  return [
    ok(`${provider.name} (${provider.issuer}) answers. The way back to register there is ${way}.`),
    ...(await clockOf(provider)),
  ]
}

function reasonOf(err: Error | undefined): string {
  const { code } = (err?.cause ?? {}) as { code?: string }
  if (err?.name === 'TimeoutError') return `no answer within ${WITHIN_MS / 1000} s.`
  return code ? `${code}.` : (err?.message ?? 'no answer.')
}

/** ID tokens are refused where the two clocks differ by more than half a minute. */
async function clockOf({ name, issuer }: OpenIdProvider): Promise<Finding[]> {
  const answer = await fetch(issuer, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => null)
  const seconds = Math.round((Date.now() - Date.parse(answer?.headers.get('date') ?? '')) / 1000)
  if (Number.isNaN(seconds) || Math.abs(seconds) < SKEW_SECONDS) return []
  return [
    warning(
      `This machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${name}.`,
      'Have it set by the network (NTP): sign-ins by it fail.',
    ),
  ]
}
