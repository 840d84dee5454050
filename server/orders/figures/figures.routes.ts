import { getFigures as getFiguresCall } from '#contract/orders/figures.ts'
import type { Serve } from '#server/http/call-route.ts'
import { getFigures } from './get-figures.ts'

export function figureRoutes(serve: Serve): void {
  serve(getFiguresCall, (services) => getFigures(services))
}
