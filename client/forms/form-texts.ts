/** What is typed into some fields of a form, by their names; '' where nothing is, or no such field. */
export function textsIn<Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> {
  const entries = names.map((name) => {
    const value = form.get(name)
    return [name, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(entries) as Record<Name, string>
}
