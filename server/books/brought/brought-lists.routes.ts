import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/books/brought-lists.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Serve } from '#server/http/call-route.ts'
import { readFormFile } from '#server/http/forms/read-form-file.ts'
import { uploadLimiter } from '#server/http/forms/upload-limiter.ts'
import { listImports, takeBackImport } from '../import/take-back-import.ts'
import { findBrought } from './brought-lists.sql.ts'
import { bringList, changeList, dropList, importList } from './bring-list.ts'
import { lookAtList } from './look-at-list.ts'

/** The upload, in a scope that reads multipart forms. */
export function listUploadRoutes(serve: Serve): void {
  const withinUploadLimit = uploadLimiter({
    ofOneAccount: 2,
    ofAll: 8,
    words: 'Other lists are arriving right now. Please try again in a moment.',
  })
  serve(calls.bringList, (services, { account, request }) =>
    withinUploadLimit(account.id, async () => bringList(services, account.id, await readListField(services, request))),
  )
}

export function broughtListRoutes(serve: Serve): void {
  serve(calls.lookAtList, async (services, { account }) => ({ list: await lookAtList(services, account.id) }))
  serve(calls.changeList, (services, { account, body }) => changeList(services, account.id, body))
  serve(calls.dropList, (services, { account }) => dropList(services, account.id))
  serve(calls.importList, async (services, { account, body }) => ({
    importId: await importList(services, account.id, body),
  }))
  serve(calls.listImports, async (services, { account }) => {
    const imports = await listImports(services, account.id)
    const present = await findBrought(services.db, account.id)
    return imports.map((each) => ({ ...each, isUnderWay: each.id === present?.importId }))
  })
  serve(calls.takeBackImport, (services, { account, params }) => takeBackImport(services, account.id, params.id))
}

/** The file in the form's field `list`. */
async function readListField(may: Refuses<'list_too_large'>, request: FastifyRequest) {
  const { name, bytes } = await readFormFile(request, 'list', {
    missing: 'Please choose a file.',
    torn: 'The file didn’t arrive in full. Please try again.',
    tooLarge: () => may.refuse('list_too_large', 'This list is too large. The limit is 10 MB.'),
  })
  return { fileName: name.slice(0, 200) || 'list', content: bytes }
}
