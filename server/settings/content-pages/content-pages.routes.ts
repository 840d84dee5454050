import {
  getContentPage,
  listContentPages,
  listEarlierTexts as listEarlierTextsCall,
  previewContentPage,
  resetContentPage,
  saveContentPage,
  type ContentPageText,
  type ListedContentPage,
} from '#contract/settings/content-page-calls.ts'
import { contentPageNames, type ContentPageName } from '#contract/screens.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { changeContentPage, requirePage } from './change-content-page.ts'
import { listEarlierTexts } from './list-earlier-texts.ts'

export function contentPagesRoutes(serve: Serve): void {
  serve(listContentPages, async (services) => contentPageNames.map((name) => shapeListed(services, name)))
  serve(getContentPage, async (services, { params: { name } }) => shapePage(services, name))
  serve(listEarlierTextsCall, async (services, { params: { name } }) => listEarlierTexts(services, name))
  serve(previewContentPage, async (services, { body: { text } }) => requirePage(services, text))
  serve(saveContentPage, async (services, { account, params: { name }, body }) => {
    await changeContentPage(services, account, { name, ...body })
    return shapePage(services, name)
  })
  serve(resetContentPage, async (services, { account, params: { name }, body: { revision } }) => {
    await changeContentPage(services, account, { name, revision, text: null })
    return shapePage(services, name)
  })
}

function shapeListed({ contentPages }: Pick<Services, 'contentPages'>, name: ContentPageName): ListedContentPage {
  const { title, source, savedAt, problem } = contentPages.find(name)
  return { name, title, source, savedAt, problem }
}

function shapePage(services: Pick<Services, 'contentPages' | 'settings'>, name: ContentPageName): ContentPageText {
  const { revision, text, below } = services.contentPages.find(name)
  const { fixed } = services.settings
  const variables = services.contentPages
    .variables()
    .map((one) => ({ ...one, fixed: one.setting !== null && fixed.includes(one.setting) }))
  return { ...shapeListed(services, name), revision, text, below, variables }
}
