import { BROWSER_FLAGS } from '#tools/browser.ts'
import { FAKE_CAMERA } from './fake-camera.ts'

// No page of a journey lives long enough for what an optimizing compiler makes of its scripts to pay. What an interpreter
// learns at once pays, and helping threads have no core that is idle: together a twentieth of what a page costs. The
// scripts of one page are those of the next, so they stay compiled; memory is not tidied up between them, and when it is,
// at once instead of in fifty small steps a page.
const FOR_SHORT_LIVES = [
  '--js-flags=--no-maglev --no-turbofan --no-lazy-feedback-allocation --single-threaded --no-flush-bytecode',
  '--no-memory-reducer --no-incremental-marking',
].join(' ')

// What moves is drawn sixty times a second, and all that it goes by is style.
const WITHOUT_MOTION = '--force-prefers-reduced-motion'

const WITHOUT_PAINTING = '--blink-settings=acceleratedCompositingEnabled=false'

/** For journeys that need pixels (journey.ts). */
export const painted = {
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...BROWSER_FLAGS, ...FAKE_CAMERA, WITHOUT_MOTION, FOR_SHORT_LIVES],
}

const unpainted = { ...painted, args: [...painted.args, WITHOUT_PAINTING] }

/** PAINTED=1 has all pages painted, for who wants to see what failed. */
export const areAllPainted = Boolean(process.env.PAINTED)

/**
 * For all others. A fifth of what a page costs is making pixels, which nobody looks at; style, layout, frames and
 * scripts are as ever.
 */
export const usual = areAllPainted ? painted : unpainted
