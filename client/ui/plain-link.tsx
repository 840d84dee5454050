import type { ComponentProps } from 'react'

type PlainLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link within the shop that costs next to nothing: unlike the router's it doesn't hear of every step, so that hundreds
 * of cards needn't be rendered again when somebody goes elsewhere. `usePlainLinks` follows it without a full load.
 */
export function PlainLink({ to, children, ...rest }: PlainLinkProps) {
  return (
    <a href={to} data-in-app="" {...rest}>
      {children}
    </a>
  )
}
