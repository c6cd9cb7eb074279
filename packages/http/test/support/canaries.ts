import { FastCheck as fc, type SchemaAST } from "effect"
import type { LensDefinition } from "@daybook/core/lenses"
import { Api } from "../../src/Api.js"
import { type LensOperation, catalogueOf } from "../../src/lenses/catalogue.js"
import { fieldsOf } from "../../src/lenses/fields.js"

export const catalogue = catalogueOf(Api)
export const operations = Array.from(catalogue.values())

/** A time, so that any text field may hold it. */
const plainText = "2025-03-14T20:15:00Z"
export const word = "qzxcanary"
export const figure = 8_675_309

/** An answer in which everything hidden is a canary, and everything else is not. */
export const answerOf = (ast: SchemaAST.AST, isHidden: (path: string, name: string) => boolean) => {
  const build = (ast: SchemaAST.AST, path: string, hidden: boolean, depth: number): unknown => {
    switch (ast._tag) {
      case "StringKeyword":
        return hidden ? word : plainText
      case "NumberKeyword":
        return hidden ? figure : 1
      case "Literal":
        return ast.literal
      case "BooleanKeyword":
        return true
      case "Refinement":
        return build(ast.from, path, hidden, depth)
      case "Suspend":
        return build(ast.f(), path, hidden, depth)
      case "TupleType":
        return [...ast.elements, ...ast.rest].map(({ type }) => build(type, path, hidden, depth))
      case "Union": {
        const [first] = ast.types.filter((type) => type._tag !== "Literal" || type.literal !== null)
        return build(first ?? ast.types[0]!, path, hidden, depth)
      }
      case "TypeLiteral":
        return Object.fromEntries([
          ...ast.propertySignatures.map(({ name, type }) => {
            const at = path === "" ? String(name) : `${path}.${String(name)}`
            return [name, depth > 9 ? null : build(type, at, hidden || isHidden(at, String(name)), depth + 1)] as const
          }),
          ...ast.indexSignatures.map(({ type }) => ["any", build(type, path, hidden, depth + 1)] as const)
        ])
      case "UnknownKeyword":
        return { anything: word }
      default:
        return null
    }
  }
  return build(ast, "", false, 0)
}

const names = (operation: LensOperation) => Array.from(new Set(fieldsOf(operation.answer).map(({ name }) => name)))
const privateNames = (operation: LensOperation) =>
  Array.from(
    new Set(fieldsOf(operation.answer).flatMap(({ name, sensitivity }) => (sensitivity === "private" ? [name] : [])))
  )

export const lenses = fc
  .record({
    operations: fc.subarray(operations),
    grain: fc.constantFrom("none" as const, "country" as const, "region" as const, "city" as const),
    picks: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 12 })
  })
  .map(({ grain, operations: chosen, picks }): LensDefinition => {
    const fields: Record<string, { drop: Array<string>; keep: Array<string> }> = {}
    for (const [at, index, isDrop] of chosen.length === 0 ? [] : picks) {
      const operation = chosen[at % chosen.length]!
      const options = isDrop ? names(operation) : privateNames(operation)
      const rules = (fields[operation.id] ??= { drop: [], keep: [] })
      if (options.length > 0) rules[isDrop ? "drop" : "keep"].push(options[index % options.length]!)
    }
    return { name: "random", operations: chosen.map(({ id }) => id), fields, places: { grain }, now_playing: "live" }
  })

const exactness = { none: 0, country: 1, region: 2, city: 3 }

/** What a lens hides of an operation, decided by other code than the product's. */
export const hiddenUnder = (lens: LensDefinition, operation: LensOperation) => {
  const { drop = [], keep = [] } = lens.fields?.[operation.id] ?? {}
  const sensitivities = new Map(fieldsOf(operation.answer).map(({ path, sensitivity }) => [path, sensitivity]))
  return (path: string, name: string): boolean => {
    const sensitivity = sensitivities.get(path)
    if (drop.includes(name)) return true
    if (sensitivity === "private") return !keep.includes(name)
    if (sensitivity === "city" || sensitivity === "region" || sensitivity === "country")
      return exactness[lens.places!.grain!] < exactness[sensitivity]
    return sensitivity !== "public" && sensitivity !== "entity"
  }
}
