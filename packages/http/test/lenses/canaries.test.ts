import { FastCheck as fc, type SchemaAST } from "effect"
import type { LensDefinition } from "@daybook/core/lenses"
import { expect, it } from "vitest"
import { Api } from "../../src/Api.js"
import { type LensOperation, catalogueOf } from "../../src/lenses/catalogue.js"
import { fieldsOf } from "../../src/lenses/fields.js"
import { problemsOf } from "../../src/lenses/problems.js"
import { viewOfLens } from "../../src/lenses/view.js"

const catalogue = catalogueOf(Api)
const operations = Array.from(catalogue.values())

const word = "qzxcanary"
const figure = 8_675_309

/** An answer in which everything hidden is a canary, and everything else is not. */
const answerOf = (ast: SchemaAST.AST, isHidden: (path: string, name: string) => boolean) => {
  const build = (ast: SchemaAST.AST, path: string, hidden: boolean, depth: number): unknown => {
    switch (ast._tag) {
      case "StringKeyword":
        return hidden ? word : "plain"
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

const lenses = fc
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

it("shows no canary through any lens", () => {
  fc.assert(
    fc.property(lenses, (lens) => {
      const view = viewOfLens(catalogue, lens)
      for (const id of lens.operations!) {
        const operation = catalogue.get(id)!
        const { drop = [], keep = [] } = lens.fields?.[id] ?? {}
        const sensitivities = new Map(fieldsOf(operation.answer).map(({ path, sensitivity }) => [path, sensitivity]))
        const isHidden = (path: string, name: string) => {
          const sensitivity = sensitivities.get(path)
          if (drop.includes(name)) return true
          if (sensitivity === "private") return !keep.includes(name)
          if (sensitivity === "city" || sensitivity === "region" || sensitivity === "country")
            return exactness[lens.places!.grain!] < exactness[sensitivity]
          return sensitivity !== "public" && sensitivity !== "entity"
        }
        const answer = answerOf(operation.answer, isHidden)
        const text = JSON.stringify(view.operations.get(operation.path)!.shape(answer))
        expect([id, text.includes(word), text.includes(String(figure))]).toEqual([id, false, false])
      }
    }),
    { numRuns: 200 }
  )
})

it("shows everything else as it is", () => {
  const lens: LensDefinition = {
    name: "everything",
    operations: operations.map(({ id }) => id),
    places: { grain: "city" },
    now_playing: "live"
  }
  expect(problemsOf(catalogue, lens)).toEqual([])
  const { operations: views } = viewOfLens(catalogue, lens)
  for (const { answer, group, id, path } of operations) {
    const plain = answerOf(answer, () => false)
    const paths = new Set(fieldsOf(answer).flatMap(({ path, sensitivity }) => (isOpen(sensitivity) ? [path] : [])))
    const prune = (value: unknown, at: string): unknown => {
      if (Array.isArray(value)) return value.map((part) => prune(part, at))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, part]) => {
          const below = at === "" ? name : `${at}.${name}`
          if (name === "any") return [[name, prune(part, at)]]
          return paths.has(below) ? [[name, prune(part, below)]] : []
        })
      )
    }
    expect([id, group, views.get(path)!.shape(plain)]).toEqual([id, group, prune(plain, "")])
  }
})

const isOpen = (sensitivity: string | undefined) =>
  ["public", "entity", "city", "region", "country"].includes(sensitivity ?? "")
