/**
 * Puts the archive's own commands in the place of npm's, which isn't there: `npm run backup -- FILE` is
 * `./dogear backup FILE`. What only a checkout can run stays.
 */
export function inOwnWords(text: string, commands: readonly string[]): string {
  const named = new RegExp(`\\bnpm (?:run )?(${commands.join('|')})\\b( --(?= ))?`, 'g')
  return text.replaceAll(named, './dogear $1')
}

/** The archive's program: a shell script, which Debian's base system runs. */
export function launcher(
  version: string,
  commands: readonly (readonly [string, string])[],
  frugal: { heap: readonly string[]; memory: Record<string, string> },
): string {
  const memory = Object.entries(frugal.memory).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`)
  const cases = commands.map(([command, program]) => `  ${command}) program=${program} ;;`)
  return `#!/bin/sh
# ./dogear COMMAND … opens the shop or runs one of its tools; ./dogear help lists them.
set -eu
root=$(dirname -- "$(readlink -f -- "$0")")
command=\${1:-help}
[ $# -eq 0 ] || shift
# As npm wants it before what is meant for the program.
[ "\${1:-}" != -- ] || shift
case $command in
${cases.join('\n')}
  --version|version) echo 'Dogear ${version}'; exit ;;
  help|--help|-h)
    echo 'Dogear ${version}. Commands: ./dogear ${commands.map(([command]) => command).join(', ')}; docs/runbook.md says what each does.'
    exit ;;
  *)
    echo "There is no command $command in a release; ./dogear help lists those there are. What builds or tests Dogear needs its source." >&2
    exit 1 ;;
esac
${memory.join('\n')}
# Libraries look for files where they are called; the user of the shop may not enter root's home.
[ -x . ] || cd /
exec "$root/bin/node" ${frugal.heap.join(' ')} "$root/$program" "$@"
`
}
