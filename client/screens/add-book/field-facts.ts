interface FieldFacts {
  name: string
  defaultValue: string
  problem: string | undefined
}

/** What a field starts with and what is wrong with it, by its name. */
export interface Fields {
  field: (name: string) => FieldFacts
}
