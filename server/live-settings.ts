import type { ContentPages } from '#contract/content-pages.ts'
import { contentPageNames } from '#contract/screens.ts'
import type { Site } from '#contract/site.ts'
import type { Config } from './config.ts'
import type { CatalogueWatch } from './database/catalogue-watch.ts'
import type { Db } from './database/schema.ts'
import type { PageSources } from './pages/read-pages.ts'
import type { TemplateVariables } from './pages/render-markdown.ts'
import { renderPages, renderText, type SavedTexts } from './pages/render-pages.ts'
import { settingsBehind, templateVariables } from './pages/template-variables.ts'
import type { CurrentPages, CurrentSettings, Services } from './services.ts'
import { COUNT_SAVES, pageKey, readStoredSettings, type StoredSettings } from './settings/settings.public.ts'
import { siteWith, storedValues, valuesInForce } from './settings/values-in-force.ts'

interface Given {
  db: Db
  catalogue: CatalogueWatch
  config: Pick<Config, 'shop' | 'fixed'>
  /** What of the site nobody sets on a screen. */
  rest: Parameters<typeof siteWith>[1]
  pages: PageSources
}

interface Snapshot extends CurrentSettings {
  saves: number
  epoch: number
  site: Site
  variables: () => TemplateVariables
  /** Rendered when somebody first reads one. */
  pages: () => ReturnType<typeof renderPages>
}

/**
 * The settings in force, in one place for all who read them: of the environment, of admins, or as they come along. Each
 * process keeps what it read last. Every save raises the catalogue's version, and the watch that keeps pages from memory
 * fresh also tells how many saves there were; so nothing is read again before there is something new.
 */
export async function liveSettings({ db, catalogue, config, rest, pages }: Given): Promise<{
  settings: Services['settings']
  contentPages: CurrentPages
  /** Reads as the newest settings at each look. */
  site: Site
  /** The content pages with them. */
  content: () => ContentPages
}> {
  catalogue.countSavesBy(COUNT_SAVES)
  const given = { ...config, hasCards: rest.cards.mode !== 'off' }
  let snapshot = inForce(await readStoredSettings(db), catalogue.epoch)
  let reading: Promise<void> | null = null

  function inForce(stored: StoredSettings, epoch: number): Snapshot {
    const shop = stored.byName.get('shop')
    const set = storedValues(shop?.value)
    const values = valuesInForce(given, set)
    const site = siteWith(values, rest)
    const variables = once(() => templateVariables(site))
    return {
      saves: stored.saves,
      epoch,
      revision: shop?.revision ?? 0,
      stored: (shop?.value ?? {}) as CurrentSettings['stored'],
      values,
      site,
      variables,
      pages: once(() => renderPages(pages, variables(), savedTexts(stored))),
    }
  }
  const isNew = () => snapshot.epoch === catalogue.epoch && snapshot.saves >= catalogue.saves
  async function read(): Promise<void> {
    const { epoch } = catalogue
    snapshot = inForce(await readStoredSettings(db), epoch)
  }
  /** What was begun before may have read too early. */
  async function refresh(): Promise<void> {
    await reading?.catch(() => {})
    await (reading ??= read().finally(() => (reading = null)))
  }

  return {
    settings: {
      current: () => snapshot,
      fixed: config.fixed,
      hasCards: given.hasCards,
      refresh,
      refreshIfStale: () => {
        const known = catalogue.current()
        if (typeof known === 'number') return isNew() ? null : refresh()
        // Where the database says nothing, what was read last is all there is.
        return known.then((version) => (version === null || isNew() ? undefined : refresh()))
      },
    },
    site: liveView(() => snapshot.site),
    contentPages: currentPages(pages, () => snapshot),
    content: () => snapshot.pages().content,
  }
}

const currentPages = ({ pages }: PageSources, read: () => Snapshot): CurrentPages => ({
  find: (name) => read().pages().texts[name],
  // At a start: of an operator without files no page is made for it.
  hiddenFiles: () =>
    contentPageNames.filter((name) => pages[name].isOperators && read().pages().texts[name].source === 'admins'),
  render: (text) => renderText(text, read().variables()),
  variables: () =>
    Object.entries(read().variables()).map(([name, { text }]) => ({
      name,
      value: text,
      setting: settingsBehind[name] ?? null,
    })),
})

/** What admins saved of the content pages. */
function savedTexts({ byName }: StoredSettings): SavedTexts {
  const saved = contentPageNames.flatMap((name) => {
    const row = byName.get(pageKey(name))
    return row ? [[name, { ...row, text: typeof row.value === 'string' ? row.value : null }]] : []
  })
  return Object.fromEntries(saved) as SavedTexts
}

/** An object whose parts are read anew at each look; whoever needs them to stay as they are copies it. */
function liveView<Facts extends object>(read: () => Facts): Facts {
  const parts = Object.keys(read()).map((name) => [name, { enumerable: true, get: () => read()[name as keyof Facts] }])
  return Object.defineProperties({}, Object.fromEntries(parts) as PropertyDescriptorMap) as Facts
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined
  return () => (made ??= { it: make() }).it
}
