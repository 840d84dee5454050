import type { ComponentProps } from 'react'

type PlainLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * Link within the shop that doesn't subscribe to the router, so that hundreds of cards don't rerender on navigation.
 * `usePlainLinks` routes it on the client.
 */
export function PlainLink({ to, children, ...rest }: PlainLinkProps) {
  return (
    <a href={to} data-in-app="" {...rest}>
      {children}
    </a>
  )
}
