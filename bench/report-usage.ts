// Preloaded into a server (node --import): answers every message of the bench with the process's usage.

/** CPU time of the process since its start, and its present memory. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
