// Loaded before a server (node --import): answers every message of the bench with what the process has used so far.

/** CPU time of the process since its start, and the memory it holds right now. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
