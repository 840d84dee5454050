import { planDomain, siteAddress } from '#contract/settings/another-domain.ts'
import { getVersions, runHealthCheck } from '#contract/settings/health-checks.ts'
import type { Serve } from '#server/http/call-route.ts'

export function healthCheckRoutes(serve: Serve): void {
  serve(runHealthCheck, (services, { params: { name } }) => services.runCheck(name))
  serve(planDomain, (services, { body: { address } }) => services.planDomain(siteAddress(address)!))
  serve(getVersions, async ({ deployment }) => ({
    running: deployment.version,
    history: await deployment.listVersions(),
  }))
}
