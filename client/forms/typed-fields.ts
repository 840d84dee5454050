import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'

/** Field names of a form: the names of the schema's texts. */
export type FieldName<Schema extends z.core.$ZodType> = {
  [Name in keyof z.input<Schema>]-?: z.input<Schema>[Name] extends string | null | undefined ? Name : never
}[keyof z.input<Schema>] &
  string

/** Field values by name. */
export type Texts<Name extends string = string> = { readonly [Each in Name]?: string | undefined }

/** HTML attributes that a schema gives a field's control. */
export type FieldRules = Pick<ComponentProps<'input'>, 'required' | 'inputMode' | 'type'>

/** Props of a typed field: `{...field('phone')}`. */
export interface TypedField<Name extends string = string> extends FieldRules {
  name: Name
  defaultValue: string | undefined
  /** Validation message; undefined while valid. */
  problem: string | undefined
}

/** Typed access to a form's fields; a name that isn't the schema's does not compile. */
export type FieldsOf<Schema extends z.core.$ZodType> = <Name extends FieldName<Schema>>(name: Name) => TypedField<Name>

/** Schema with its fields' rules by name, in its order: `formOf`. */
export interface Ruled<Schema extends z.core.$ZodType> {
  schema: Schema
  rules: Readonly<Record<string, FieldRules>>
}

/** Builds a form's fields from default values, validation messages and, where known, rules. */
export const fieldsOf =
  <Schema extends z.core.$ZodType>(
    form: Ruled<Schema> | null,
    initial: Texts<FieldName<Schema>> | undefined,
    problemOf: (name: FieldName<Schema>) => string | undefined,
  ): FieldsOf<Schema> =>
  (name) => ({ ...form?.rules[name], name, defaultValue: initial?.[name], problem: problemOf(name) })
