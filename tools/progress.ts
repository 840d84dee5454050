import { Presets, SingleBar } from 'cli-progress'

const LINE_EVERY_MS = 10_000

export interface ShownProgress {
  update(done: number, total: number): void
  stop(): void
}

/** Shows progress on standard error: a bar on a terminal, elsewhere a line now and then. */
export function showProgress(what: string): ShownProgress {
  return process.stderr.isTTY ? aBar(what) : lines(what)
}

function aBar(what: string): ShownProgress {
  const bar = new SingleBar(
    { format: `${what} [{bar}] {percentage} %, {duration_formatted}`, stream: process.stderr, hideCursor: true },
    Presets.shades_classic,
  )
  let isShown = false
  return {
    update: (done, total) => {
      if (!isShown) bar.start(total, done)
      isShown = true
      // The total may have been an estimate.
      bar.setTotal(Math.max(done, total))
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}

function lines(what: string): ShownProgress {
  let next = Date.now() + LINE_EVERY_MS
  return {
    update: (done, total) => {
      if (Date.now() < next) return
      next = Date.now() + LINE_EVERY_MS
      console.error(`${what}: ${Math.floor((100 * done) / Math.max(1, done, total))} %`)
    },
    stop: () => {},
  }
}
