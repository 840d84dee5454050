import type { ScreenPath } from './screens.ts'

/** The parameters of a path of the router's; an optional one ends in '?'. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never
type ParamsOf<Name extends string> = { [One in Name as One extends `${string}?` ? never : One]: string } & {
  [One in Name as One extends `${infer Optional}?` ? Optional : never]?: string
}
type Given<Path extends string> = ParamOf<Path> extends never ? [] : [params: ParamsOf<ParamOf<Path>>]

/** The address of a screen, below the shop's own: href('/sellers/:id', { id }). Parameters are encoded here. */
export function href<Path extends ScreenPath>(path: Path, ...[params]: Given<Path>): string
export function href(path: string, params: Record<string, string | undefined> = {}): string {
  return path.replaceAll(/\/:(\w+)\??/g, (_, name: string) =>
    params[name] ? `/${encodeURIComponent(params[name])}` : '',
  )
}
