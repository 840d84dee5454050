/** One change of the code that a test has to notice. */
export interface Mutation {
  name: string
  /** A path in the checkout, with slashes. */
  file: string
  /** The whole text of the file with the change made. */
  apply(text: string): string
  /** Test files, or folders of them: each group is run where the one before has noticed nothing. */
  tests: string[][]
}

/** One that is written down by hand, because tests once missed it or must go on catching it. */
export interface ListedMutation {
  name: string
  file: string
  /** Stands in the file exactly once, so that the change follows the code as that moves. */
  find: string
  replace: string
  /** At least one of these test files has to fail. */
  tests: string[]
  /** What it would do to people. */
  harm: string
}

/** Throws, once applied, where the text to change doesn't stand in the file exactly once. */
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
    // By a function, since a text may have `$&` in it.
    return text.replace(find, () => replace)
  },
})
