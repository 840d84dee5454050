import { useEffect } from 'react'

const COUNT = /^\(\d+\) /

/** Prefixes the window's title with a number, on every page: '(3) My Orders'; no prefix for 0. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const set = () => {
      const title = document.title.replace(COUNT, '')
      const wanted = count === 0 ? title : `(${count}) ${title}`
      if (document.title !== wanted) document.title = wanted
    }
    set()
    // The title is React's, which writes it at each navigation.
    const observer = new MutationObserver(set)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [count])
}
