/** A mutation: one change of the code that a test has to notice. */
export interface Mutation {
  name: string
  /** Path in the checkout, with slashes. */
  file: string
  /** Returns the file's whole text with the change. */
  apply(text: string): string
  /** Test files or folders: each group runs only if the one before has noticed nothing. */
  tests: string[][]
}

/** Mutations by hand, by file and by the harm that each would do to people: tests once missed it or must go on catching it. */
export type ListedMutations = Readonly<Record<string, Readonly<Record<string, ListedMutation>>>>

interface ListedMutation {
  /** Must occur in the file exactly once, so that the mutation follows the code as it moves. */
  find: string
  replace: string
  /** At least one of these test files has to fail. */
  tests: string[]
}

/** Each throws on apply where its text doesn't occur exactly once in the file. */
export const fromLists = (...lists: ListedMutations[]): Mutation[] =>
  lists
    .flatMap((list) => Object.entries(list))
    .flatMap(([file, mutations]) => Object.entries(mutations).map(([harm, listed]) => fromList(file, harm, listed)))

const fromList = (file: string, harm: string, { find, replace, tests }: ListedMutation): Mutation => ({
  name: `${file}: ${harm}`,
  file,
  tests: [tests],
  apply(text) {
    const times = text.split(find).length - 1
    if (times !== 1)
      throw new Error(
        `A listed mutation no longer applies: its text stands ${times} times in ${file}, not once. Adapt it to the code, in tools/mutate/listed/: ${harm}`,
      )
    // Replaced by a function, since a text may contain `$&`.
    return text.replace(find, () => replace)
  },
})
