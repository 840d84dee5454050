// npm run domain -- https://new.example.org: says everything that changes when the shop goes to that address, and changes
// nothing. --apply sets it in the file of settings, and has Stripe send its events there once the address leads to the
// shop. Called again after the start it says, and does, what is left.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { parseArgs } from 'node:util'
import { wholeSite } from '#server/config/rules.ts'
import { readConfig, type Config } from '#server/config.ts'
import { checkComing } from '#server/doctor/check-address.ts'
import { domainSettings } from '#server/doctor/another-domain.ts'
import { findingLines } from '#server/doctor/report-words.ts'
import { loadSettings } from '#server/load-settings.ts'
import { readCall, UsageError } from '#tools/read-call.ts'
import { withDatabase } from '#tools/with-shop.ts'
import { setInFile } from './set-in-file.ts'

const PROGRAM = 'npm run domain'
const USAGE = `Say which: ${PROGRAM} -- https://new.example.org, with --apply to do what it can.`

const { to, applies } = await readCall(() => {
  try {
    const { values, positionals } = parseArgs({ options: { apply: { type: 'boolean' } }, allowPositionals: true })
    const [given, ...more] = positionals
    const read = wholeSite.safeParse(given)
    if (read.success && more.length === 0) return { to: read.data, applies: values.apply ?? false }
  } catch {
    // Falls through to the usage.
  }
  throw new UsageError(USAGE)
})

/** Sets the new address in its file; returns what happened, in words. Refuses settings that a start would refuse. */
async function setAddress({ publicUrl, formerUrls, origins }: Config): Promise<string> {
  const wanted = domainSettings({ from: publicUrl, to, formerUrls })
  const loaded = await loadSettings({ asTool: true })
  readConfig({ ...loaded.values, ...wanted }, loaded)
  const [place, former] = [origins.get('PUBLIC_URL'), origins.get('FORMER_URLS')]
  const pairs = Object.entries(wanted).map(([name, value]) => `${name}=${value}`)
  if (place?.line === undefined || (former && former.place !== place.place))
    return `PUBLIC_URL comes from ${place?.place ?? 'no file'}: set ${pairs.join(' and ')} there, then start the shop again.`
  await setInFile(place.place, wanted)
  return `${place.place} has ${pairs.join(' and ')} now. Start the shop again.`
}

await withDatabase(PROGRAM, async (config, database) => {
  const { moveEvents, planDomain } = await import('#server/open-domain.ts')
  const leads = await checkComing(config, to)
  const findings = await planDomain(config, to, { database, leads })
  console.log(`From ${config.publicUrl} to ${to}:`)
  for (const line of findings.flatMap(findingLines)) console.log(line)
  if (!applies) {
    console.log(`\nNothing was changed. ${PROGRAM} -- ${to} --apply does what it can.`)
    return 0
  }
  console.log('')
  if (config.publicUrl !== to) console.log(await setAddress(config))
  if (config.cards.kind !== 'stripe') return 0
  if (leads.state !== 'ok') {
    console.log(`Once ${to} leads to the shop, run this again: then Stripe is given the new address of its events.`)
    return 0
  }
  const moved = await moveEvents(config, to)
  for (const line of moved ? findingLines(moved) : []) console.log(line.trim())
  return moved?.state === 'ok' ? 0 : 1
})
