import type { LensDefinition } from "@daybook/core/lenses"
import { hash } from "node:crypto"
import { badRequest } from "../kit/errors.js"
import type { Catalogue, LensOperation } from "./catalogue.js"
import { fieldsOf } from "./fields.js"
import { fieldsReadBy, timeParameters } from "./parameters.js"
import { operationsOf } from "./problems.js"
import { typesShown } from "./records.js"
import { cutTime, isRounded, roundFigures } from "./rounding.js"
import type { LensView, LensedOperation } from "./lensed.js"
import { type FieldRules, isShown, shapeOf } from "./shape.js"

const minute = 60_000
const hour = 3_600_000

/** The feed and search show a distance with one decimal as subtitle of a run. */
const subtitleStep = 0.1

/** What a lens says about the fields of an operation. */
export const rulesOf = (definition: LensDefinition, { group, id }: LensOperation): FieldRules => {
  const { fields = {}, places, round } = definition
  const named = [fields[id], fields[group]].flatMap((rules) => rules ?? [])
  const { distance_mi, time = {} } = round ?? {}
  const isOverAll = group === "feed" || group === "search"
  const hidesSubtitle = isOverAll && distance_mi !== undefined && distance_mi > subtitleStep
  const cut = time[group]
  return {
    dropNames: new Set([...named.flatMap(({ drop = [] }) => drop), ...(hidesSubtitle ? ["subtitle"] : [])]),
    keepNames: new Set(named.flatMap(({ keep = [] }) => keep)),
    grain: places?.grain ?? "none",
    roundText: cut === undefined ? undefined : cutTime(cut),
    roundFigures: group === "running" && round !== undefined ? roundFigures(round) : undefined
  }
}

/** Filters and sorts over fields that are not shown, or not exactly, would tell what they hold. */
const refusalOf = (
  definition: LensDefinition,
  operation: LensOperation,
  rules: FieldRules
): LensedOperation["refusal"] => {
  const fields = fieldsOf(operation.answer)
  const { round = {} } = definition
  const isHidden = (name: string) => {
    const same = fields.filter((field) => field.name === name)
    return same.length > 0 && !same.every(({ sensitivity }) => isShown(name, sensitivity, rules))
  }
  const refuse = (parameter: string, value: string): string | undefined => {
    if (rules.roundText !== undefined && timeParameters.has(parameter))
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? undefined : `${parameter} must be a day: this key sees no exact times`
    const read = fieldsReadBy(parameter, value)
    if (read === undefined) return `${parameter} is not supported with this key`
    const hidden = read.find((name) => isHidden(name) || (operation.group === "running" && isRounded(name, round)))
    return hidden === undefined
      ? undefined
      : `${parameter} is not supported with this key, which does not see ${hidden}`
  }
  return (params) => {
    for (const name of operation.query) {
      const value = params.get(name)
      const reason = value === undefined ? undefined : refuse(name, value)
      if (reason !== undefined) return badRequest(`${reason}; leave it out`)
    }
    return undefined
  }
}

const lensed = (definition: LensDefinition, operation: LensOperation): LensedOperation | undefined => {
  const rules = rulesOf(definition, operation)
  const shape = shapeOf(operation.answer, rules)
  return shape === null
    ? undefined
    : {
        shape,
        refusal: refusalOf(definition, operation, rules),
        isDelayed: operation.group === "feed" && (definition.feed_delay ?? 0) > 0
      }
}

/** Compiles a definition. Names that it cannot have are left out, so that it shows less, never more. */
export const viewOfLens = (catalogue: Catalogue, definition: LensDefinition): LensView => {
  const operations = operationsOf(catalogue, definition)
  const { feed_delay = 0, now_playing = "off" } = definition
  return {
    definition,
    tag: `${definition.name}@${hash("sha256", JSON.stringify(definition), "base64url").slice(0, 16)}`,
    scope: {
      types: typesShown(operations.map(({ id }) => id)),
      feedDelay: feed_delay * hour,
      nowPlayingDelay: typeof now_playing === "object" ? now_playing.delayed * minute : null
    },
    operations: new Map(
      operations.flatMap((operation) => {
        const view = lensed(definition, operation)
        const isOff = operation.id === "listening.nowPlaying" && now_playing === "off"
        return view === undefined || isOff ? [] : [[operation.path, view] as const]
      })
    )
  }
}

/** The lens of a name, compiled once for each definition. */
export const lensViews = (catalogue: () => Catalogue, find: (name: string) => LensDefinition | undefined) => {
  const views = new WeakMap<LensDefinition, LensView>()
  return (name: string): LensView | undefined => {
    const definition = find(name)
    if (definition === undefined) return undefined
    const compiled = views.get(definition)
    if (compiled !== undefined) return compiled
    const view = viewOfLens(catalogue(), definition)
    views.set(definition, view)
    return view
  }
}
