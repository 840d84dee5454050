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

/** A mutation by hand, because tests once missed it or must go on catching it. */
export interface ListedMutation {
  name: string
  file: string
  /** Must occur in the file exactly once, so that the mutation follows the code as it moves. */
  find: string
  replace: string
  /** At least one of these test files has to fail. */
  tests: string[]
  /** Its harm to people. */
  harm: string
}

/** Throws on apply where `find` doesn't occur exactly once in the file. */
export const fromList = ({ name, file, find, replace, tests }: ListedMutation): Mutation => ({
  name,
  file,
  tests: [tests],
  apply(text) {
    const times = text.split(find).length - 1
    if (times !== 1)
      throw new Error(
        `The listed mutation ${name} no longer applies: its text stands ${times} times in ${file}, not once. Adapt it to the code, in tools/mutate/listed/.`,
      )
    // Replaced by a function, since a text may contain `$&`.
    return text.replace(find, () => replace)
  },
})
