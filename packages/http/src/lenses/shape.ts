import type { Grain } from "@daybook/core/lenses"
import type { Sensitivity } from "@daybook/core/shared"
import { Array as Arrays, type SchemaAST } from "effect"
import { type AnswerField, membersOf } from "./fields.js"
import type { Shape } from "./lensed.js"

/** What a lens says about the fields of one operation. */
export interface FieldRules {
  readonly dropNames: ReadonlySet<string>
  readonly keepNames: ReadonlySet<string>
  readonly grain: Grain
  /** Rounds a text that may be a time. */
  readonly roundText: ((text: string) => string) | undefined
  /** Rounds the figures of an object, in place. */
  readonly roundFigures: ((object: Record<string, unknown>) => void) | undefined
}

const grainOf = { none: 0, country: 1, region: 2, city: 3 } as const

/** Domains whose records have the ids of their provider. */
const withProviderIds = new Set<unknown>(["running"])

/** Whether a field is shown. A field about which nobody has decided is not. */
export const isShown = (name: string, sensitivity: Sensitivity | undefined, rules: FieldRules): boolean => {
  if (rules.dropNames.has(name)) return false
  switch (sensitivity) {
    case "public":
    case "entity":
      return true
    case "private":
      return rules.keepNames.has(name)
    case "country":
    case "region":
    case "city":
      return grainOf[rules.grain] >= grainOf[sensitivity]
    default:
      return false
  }
}

const asIs: Shape = (value) => value

/** The shape of a type; null if nothing of it is shown, because nobody can know what it contains. */
export const shapeOf = (ast: SchemaAST.AST, rules: FieldRules): Shape | null => {
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return rules.roundText === undefined ? asIs : textShape(rules.roundText)
    case "NumberKeyword":
    case "BooleanKeyword":
    case "Literal":
    case "UndefinedKeyword":
      return asIs
    case "Refinement":
      return shapeOf(ast.from, rules)
    case "Suspend":
      return suspended(() => shapeOf(ast.f(), rules))
    case "TupleType":
      return arrayShape(ast, rules)
    case "TypeLiteral":
      return ast.propertySignatures.length === 0 ? recordShape(ast, rules) : objectShape(membersOf(ast), rules)
    case "Union":
      return shapeOfAny([ast], rules)
    default:
      return null
  }
}

const suspended = (make: () => Shape | null): Shape => {
  let shape: Shape | null | undefined
  return (value) => {
    shape ??= make()
    return shape === null ? undefined : shape(value)
  }
}

const textShape =
  (round: (text: string) => string): Shape =>
  (value) =>
    typeof value === "string" ? round(value) : value

const arrayShape = (ast: SchemaAST.TupleType, rules: FieldRules): Shape | null => {
  const [rest] = ast.rest
  // A tuple of fixed elements is written as what its elements have in common: there is none in answers.
  if (rest === undefined || ast.elements.length > 0) return null
  const each = shapeOf(rest.type, rules)
  if (each === null || each === asIs) return each
  return (value) => (Array.isArray(value) ? value.map(each) : undefined)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const recordShape = (ast: SchemaAST.TypeLiteral, rules: FieldRules): Shape | null => {
  const [signature] = ast.indexSignatures
  if (signature === undefined) return objectShape([], rules)
  const each = shapeOf(signature.type, rules)
  if (each === null || each === asIs) return each
  return (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, each(part)])) : undefined
}

interface ShownMember {
  readonly shape: Shape
  readonly isEntity: boolean
}

/** Members of one name are shown if all of them are: which of them a value has is not looked at. */
const objectShape = (members: ReadonlyArray<AnswerField>, rules: FieldRules): Shape => {
  const shownMembers = new Map<string, ShownMember>()
  for (const [name, same] of Object.entries(Arrays.groupBy(members, ({ name }) => name))) {
    if (!same.every(({ sensitivity }) => isShown(name, sensitivity, rules))) continue
    const shape = shapeOfAny(
      same.map(({ type }) => type),
      rules
    )
    if (shape !== null)
      shownMembers.set(name, { shape, isEntity: same.some(({ sensitivity }) => sensitivity === "entity") })
  }
  return (value) => {
    if (!isObject(value)) return undefined
    const result: Record<string, unknown> = {}
    for (const name in value) {
      const member = shownMembers.get(name)
      if (member === undefined || (member.isEntity && withProviderIds.has(value["domain"]))) continue
      const part = value[name]
      result[name] = part === null ? null : member.shape(part)
    }
    rules.roundFigures?.(result)
    return result
  }
}

/** The shape of a value of any of these types. */
const shapeOfAny = (types: ReadonlyArray<SchemaAST.AST>, rules: FieldRules): Shape | null => {
  const [first] = types
  if (types.length === 1 && first !== undefined && first._tag !== "Union") return shapeOf(first, rules)
  const flat = types.flatMap((type) => (type._tag === "Union" ? type.types : [type]))
  const objects = flat.filter((type) => membersOf(type).length > 0)
  const others = flat.filter((type) => membersOf(type).length === 0).map((type) => shapeOf(type, rules))
  if (others.includes(null)) return null
  const ofObjects = objects.length === 0 ? undefined : objectShape(objects.flatMap(membersOf), rules)
  const ofOthers = others.find((shape) => shape !== asIs) ?? asIs
  if (ofObjects === undefined) return ofOthers
  return (value) => (isObject(value) ? ofObjects(value) : ofOthers(value))
}
