/** On state management in React. */
export function StateArticle() {
  return (
    <>
      <p>
        Most arguments about state management end once you ask what kind of state it is. There are four kinds, and each
        has a natural home.
      </p>
      <h3>What belongs to one component</h3>
      <p>
        Whether a menu is open, what has been typed so far. <code>useState</code> is the right tool, and{' '}
        <code>useReducer</code> when several values change together. If two components need the same value, lift it to
        their nearest common parent. Don’t store what you can compute: a filtered list is a calculation, and two copies
        of one truth will disagree sooner or later.
      </p>
      <h3>What belongs to the address</h3>
      <p>
        Filters, sorting, the page, the open tab. Put them in the URL and you get the Back button, bookmarks and shared
        links for nothing. This is the most forgotten state of all.
      </p>
      <h3>What belongs to the server</h3>
      <p>
        Books, orders, profiles: the browser only holds a copy that may be out of date. That is a cache, and caches need
        retries, invalidation and a notion of freshness. Router loaders, server components or a library such as TanStack
        Query take care of these. Copying answers into a global store means writing that library again by hand.
      </p>
      <h3>What the whole application shares</h3>
      <p>
        Little is left: who is signed in, the theme, the language. Context hands such values down, and suits those that
        seldom change, because every reader renders again when they do. For values that change often, a small store read
        through <code>useSyncExternalStore</code>, or a library built on it such as Zustand, Jotai or Redux Toolkit,
        renders only what depends on the part that changed.
      </p>
      <p>
        So begin with the smallest home that works and move a value only when it has outgrown it. The React Compiler has
        made much manual memoising unnecessary; it has not made it a good idea to keep state where it does not belong.
      </p>
    </>
  )
}
