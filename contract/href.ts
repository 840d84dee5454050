import type { ScreenPath } from './screens.ts'

/** What a path of the router's needs, in its order; an optional parameter ends in '?'. */
type ParamsOf<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...ParamsOf<`/${Rest}`>]
  : Path extends `${string}:${string}?`
    ? [string?]
    : Path extends `${string}:${string}`
      ? [string]
      : []

/** The address of a screen, below the shop's own: href('/sellers/:id', id). Parameters are encoded here. */
export function href<Path extends ScreenPath>(path: Path, ...params: ParamsOf<Path>): string
export function href(path: string, ...params: (string | undefined)[]): string {
  let at = 0
  return path.replaceAll(/\/:\w+\??/g, () => {
    const param = params[at++]
    return param ? `/${encodeURIComponent(param)}` : ''
  })
}
