import { type Sensitivity, sensitivityOf } from "@daybook/core/shared"
import type { SchemaAST } from "effect"

/** A field of an answer. `sensitivity` is undefined if nobody has decided. */
export interface AnswerField {
  readonly name: string
  readonly sensitivity: Sensitivity | undefined
  readonly type: SchemaAST.AST
}

/** The members of an answer that is an object, or may be one of several. Members of one name are several fields. */
export const membersOf = (ast: SchemaAST.AST): ReadonlyArray<AnswerField> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.propertySignatures.map((property) => ({
        name: String(property.name),
        sensitivity: sensitivityOf(property),
        type: property.type
      }))
    case "Union":
      return ast.types.flatMap(membersOf)
    case "Refinement":
      return membersOf(ast.from)
    case "Suspend":
      return membersOf(ast.f())
    default:
      return []
  }
}

/** The parts of a value: of arrays, records and unions their elements. */
const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.indexSignatures.map(({ type }) => type)
    case "TupleType":
      return [...ast.elements, ...ast.rest].map(({ type }) => type)
    case "Union":
      return ast.types
    case "Refinement":
      return [ast.from]
    case "Suspend":
      return [ast.f()]
    default:
      return []
  }
}

/** Every field of an answer at any depth, with its path. Fields below a closed one are left out. */
export const fieldsOf = (
  answer: SchemaAST.AST,
  seen: ReadonlySet<SchemaAST.AST> = new Set(),
  path = ""
): ReadonlyArray<AnswerField & { readonly path: string }> => {
  if (seen.has(answer)) return []
  const within = new Set([...seen, answer])
  const own = answer._tag === "TypeLiteral" ? membersOf(answer) : []
  return [
    ...own.flatMap((field) => {
      const at = path === "" ? field.name : `${path}.${field.name}`
      const below = field.sensitivity === "closed" ? [] : fieldsOf(field.type, within, at)
      return [{ ...field, path: at }, ...below]
    }),
    ...partsOf(answer).flatMap((part) => fieldsOf(part, within, path))
  ]
}
