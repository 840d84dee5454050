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
  /** Parts of the site without a setting on a screen. */
  rest: Parameters<typeof siteWith>[1]
  pages: PageSources
}

interface Snapshot extends CurrentSettings {
  saves: number
  epoch: number
  site: Site
  variables: () => TemplateVariables
  /** Renders the pages on first use. */
  pages: () => ReturnType<typeof renderPages>
}

/**
 * The current settings, shared by all readers: from the environment, from admins, or defaults. Cached per process.
 * Every save is noted as a change of everything, and the catalogue’s watch then reads the number of saves, so that
 * settings are only read after a change.
 */
export async function liveSettings({ db, catalogue, config, rest, pages }: Given): Promise<{
  settings: Services['settings']
  contentPages: CurrentPages
  /** A live view of the current settings. */
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
  /** A read already in flight may be too old. */
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
        const present = catalogue.current()
        if (typeof present === 'number') return isNew() ? null : refresh()
        // Without an answer of the database, use the cached settings.
        return present.then((version) => (version === null || isNew() ? undefined : refresh()))
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

/** Content pages saved by admins. */
function savedTexts({ byName }: StoredSettings): SavedTexts {
  const saved = contentPageNames.flatMap((name) => {
    const row = byName.get(pageKey(name))
    return row ? [[name, { ...row, text: typeof row.value === 'string' ? row.value : null }]] : []
  })
  return Object.fromEntries(saved) as SavedTexts
}

/** A live view of an object: each access reads the current value. Copy it for a snapshot. */
function liveView<Facts extends object>(read: () => Facts): Facts {
  const parts = Object.keys(read()).map((name) => [name, { enumerable: true, get: () => read()[name as keyof Facts] }])
  return Object.defineProperties({}, Object.fromEntries(parts) as PropertyDescriptorMap) as Facts
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined
  return () => (made ??= { it: make() }).it
}
