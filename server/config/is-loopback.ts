/** Whether a host's name or address, with or without brackets, is this machine's own and nobody else's. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}
