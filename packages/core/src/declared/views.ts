import { Schema } from "effect"
import { OptionalImage, type Picture, type ToImage } from "../images/Picture.js"
import { remarked } from "../kit/record.js"
import { field, idField } from "../shared/fields.js"
import { type DeclaredRecord, type RecordRef, type UnnamedRecord } from "./declaration.js"
import type { PicturedRow } from "./DeclaredStore.js"
import { type DeclaredField, type FieldType, typeOf } from "./fields.js"

/** `library_copy` becomes `LibraryCopy`: the name in types and methods. Distinct names stay distinct. */
export const pascalCase = (name: string): string =>
  name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const examples: Readonly<Record<Exclude<FieldType, "picture">, unknown>> = {
  text: "text",
  integer: 42,
  number: 4.5,
  boolean: true,
  date: "2026-03-14",
  instant: "2026-03-14T20:15:00.000Z",
  texts: ["text"],
  choice: undefined
}

const withinBounds = (example: unknown, { max, min }: DeclaredField["options"]): unknown =>
  typeof example !== "number" ? example : Math.max(min ?? example, Math.min(max ?? example, example))

/** An example of a field's values in answers. */
export const exampleOf = (of: DeclaredField): unknown => {
  if (of.options.example !== undefined) return of.options.example
  const type = typeOf(of)
  return type === "picture" ? undefined : type === "choice" ? of.values?.[0] : withinBounds(examples[type], of.options)
}

/** The description of a field in the reference: the declared one, or its name. */
export const descriptionOf = (name: string, of: DeclaredField): string => {
  const { description, nullable } = of.options
  const text = description ?? name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ")
  return nullable === true && description === undefined ? `${text}; null if unknown` : text
}

const jsonTypes: Readonly<Record<Exclude<FieldType, "picture" | "choice">, object>> = {
  text: { type: "string" },
  integer: { type: "number" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string" },
  instant: { type: "string" },
  texts: { type: "array", items: { type: "string" } }
}

/** Documented as declared. Answers also hold what another host with a newer declaration has stored. */
const answerSchema = (of: DeclaredField): Schema.Schema.AnyNoContext => {
  const type = typeOf(of)
  const isNullable = of.options.nullable === true
  if (type === "picture" || (isNullable && type !== "choice")) return of.schema
  const jsonSchema = type === "choice" ? { type: "string", enum: of.values } : jsonTypes[type]
  const plain: Schema.Schema.AnyNoContext = type === "choice" ? Schema.String : of.schema
  return isNullable
    ? Schema.NullOr(plain.annotations({ jsonSchema }))
    : Schema.NullOr(plain).annotations({ jsonSchema })
}

const schemaOf = (name: string, of: DeclaredField) => {
  const description = descriptionOf(name, of)
  return typeOf(of) === "picture"
    ? field(OptionalImage, `${description.replace(/; null if unknown$/, "")}; null until it is fetched`)
    : field(answerSchema(of), remarked(description, of.options), exampleOf(of) as never)
}

type AnswerOf<F> = F extends { readonly options: { readonly picture: true } }
  ? typeof OptionalImage.Type
  : F extends { readonly show: (value: never) => infer A }
    ? A
    : never

/** A record in answers, as its declaration describes it. */
export type RecordViewOf<R extends UnnamedRecord> = { readonly id: number; readonly sources: ReadonlyArray<string> } & {
  readonly [Name in keyof R["fields"]]: AnswerOf<R["fields"][Name]>
}

/** A record in answers. */
export interface RecordView {
  readonly id: number
  readonly sources: ReadonlyArray<string>
  readonly [field: string]: unknown
}

const schemas = new WeakMap<DeclaredRecord, Schema.Schema<RecordView>>()

const buildSchema = ({ domain, record }: RecordRef): Schema.Schema<RecordView> =>
  Schema.Struct({
    id: idField,
    sources: field(Schema.Array(Schema.String), "Sources that report the record; `manual` for values entered by hand", [
      "manual"
    ]),
    // A declared field of the same name takes precedence.
    ...Object.fromEntries(Object.entries(record.fields).map(([name, of]) => [name, schemaOf(name, of)]))
  }).annotations({
    identifier: `${pascalCase(domain.name)}_${pascalCase(record.name)}`
  }) as unknown as Schema.Schema<RecordView>

/** The schema of a record in answers: one for each declaration, because the document names it. */
export const recordSchema = (of: RecordRef): Schema.Schema<RecordView> => {
  const cached = schemas.get(of.record)
  if (cached !== undefined) return cached
  const schema = buildSchema(of)
  schemas.set(of.record, schema)
  return schema
}

type Show = (value: unknown, picture: Picture | null) => unknown

/** The values of a row in answers. */
export const recordView = ({ record }: Pick<RecordRef, "record">, image: ToImage) => {
  const parts = Object.entries(record.fields).map(([name, of]): readonly [string, Show] => [
    name,
    typeOf(of) === "picture"
      ? (_, picture) => image(picture)
      : (value) => (of.show as (value: unknown) => unknown)(value)
  ])
  return ({ id, picture, sources, values }: PicturedRow): RecordView => {
    const view: { readonly id: number; sources: ReadonlyArray<string>; [name: string]: unknown } = { id, sources }
    for (const [name, show] of parts) view[name] = show(values[name] ?? null, picture)
    return view
  }
}
