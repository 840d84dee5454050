import type { FastifyInstance } from 'fastify'
import { listCategories } from '#contract/categories.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { listCategoryRows } from './categories.public.ts'

export function categoryRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, listCategories, () => listCategoryRows(services.db))
}
