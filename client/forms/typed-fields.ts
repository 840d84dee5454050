import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'

/** What a form with this schema may call its fields: the names of the schema's texts. */
export type FieldName<Schema extends z.core.$ZodType> = {
  [Name in keyof z.input<Schema>]-?: z.input<Schema>[Name] extends string | null | undefined ? Name : never
}[keyof z.input<Schema>] &
  string

/** Texts of fields by their names. */
export type Texts<Name extends string = string> = { readonly [Each in Name]?: string | undefined }

/** What the schema says of a field: a control is given all of it. */
export type FieldRules = Pick<ComponentProps<'input'>, 'required' | 'inputMode' | 'type'>

/** What a control is given: `{...field('phone')}`. */
export interface TypedField<Name extends string = string> extends FieldRules {
  name: Name
  defaultValue: string | undefined
  /** What is wrong with what was typed; undefined while nothing is. */
  problem: string | undefined
}

/** The fields of a form, for parts of it; a name that isn't the schema's does not compile. */
export type FieldsOf<Schema extends z.core.$ZodType> = <Name extends FieldName<Schema>>(name: Name) => TypedField<Name>

/** A schema with its fields' rules by their names, in its order: `formOf`. */
export interface Ruled<Schema extends z.core.$ZodType> {
  schema: Schema
  rules: Readonly<Record<string, FieldRules>>
}

/** The fields of a form with what they start with and what is wrong with them; their rules, where those are at hand. */
export const fieldsOf =
  <Schema extends z.core.$ZodType>(
    form: Ruled<Schema> | null,
    initial: Texts<FieldName<Schema>> | undefined,
    problemOf: (name: FieldName<Schema>) => string | undefined,
  ): FieldsOf<Schema> =>
  (name) => ({ ...form?.rules[name], name, defaultValue: initial?.[name], problem: problemOf(name) })
