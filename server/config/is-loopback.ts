/** Whether a host's name or address, with or without brackets, is a loopback. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}
