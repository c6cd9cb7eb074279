import { domains, isBuiltIn } from "@daybook/core"
import type { LensDefinition } from "@daybook/core/lenses"
import { type Catalogue, type LensOperation, closedOperations } from "./catalogue.js"
import { fieldsOf } from "./fields.js"

/** Operations whose answers have no private field, so that the name of their domain stands for them. */
const isOpen = ({ answer, id }: LensOperation): boolean =>
  id !== "listening.nowPlaying" &&
  fieldsOf(answer).every(
    ({ sensitivity }) => sensitivity !== undefined && !["private", "closed", "course"].includes(sensitivity)
  )

/** The operations that a definition names, or that its domains stand for. Unknown names are left out. */
export const operationsOf = (catalogue: Catalogue, definition: LensDefinition): ReadonlyArray<LensOperation> => {
  const named = new Set(definition.operations ?? [])
  const whole = new Set(definition.domains ?? [])
  return Array.from(catalogue.values()).filter(
    (operation) => named.has(operation.id) || (whole.has(operation.group) && isOpen(operation))
  )
}

/** The domains that a lens shows. */
const domainsShown = (operations: ReadonlyArray<LensOperation>) =>
  domains.filter((domain) => operations.some(({ group }) => group === domain))

const unknownOperation = (catalogue: Catalogue, id: string): string | undefined => {
  if (catalogue.has(id)) return undefined
  const reason = closedOperations.get(id)
  if (reason !== undefined) return `${id} is never allowed under a lens: ${reason}`
  return `${id} is not an operation that a lens can allow: only reads of the six domains, feed and search are`
}

/** Fields that a lens may name for these operations. */
const ruleProblems = (
  catalogue: Catalogue,
  [target, { drop = [], keep = [] }]: readonly [string, NonNullable<LensDefinition["fields"]>[string]]
): ReadonlyArray<string> => {
  const operations = Array.from(catalogue.values()).filter(({ group, id }) => id === target || group === target)
  if (operations.length === 0) return [`fields: ${target} is neither an operation that a lens can allow nor a domain`]
  const fields = operations.flatMap(({ answer }) => fieldsOf(answer))
  const of = (name: string) => fields.filter((field) => field.name === name)
  return [
    ...drop.filter((name) => of(name).length === 0).map((name) => `fields: ${target} has no field ${name} to drop`),
    ...keep.flatMap((name) => {
      if (of(name).length === 0) return [`fields: ${target} has no field ${name} to keep`]
      if (of(name).some(({ sensitivity }) => sensitivity === "private")) return []
      const isHidden = of(name).some(({ sensitivity }) => sensitivity === "closed" || sensitivity === undefined)
      return isHidden
        ? [`fields: ${name} is never shown under a lens`]
        : [`fields: ${name} is not private: it needs no keep`]
    })
  ]
}

const timeProblems = ({ round }: LensDefinition, operations: ReadonlyArray<LensOperation>): ReadonlyArray<string> => {
  const rounded = Object.keys(round?.time ?? {})
  const unknown = rounded
    .filter((name) => !isBuiltIn(name))
    .map((name) => `round.time: ${name} is not a domain; the domains are ${domains.join(", ")}`)
  if (rounded.length === 0) return unknown
  const exact = operations.flatMap(({ group, id }) => {
    if (group === "feed") return [`round.time does not go with ${id}: the feed is ordered and paged by exact times`]
    return id === "running.timeOfDay" && rounded.includes("running")
      ? ["round.time does not go with running.timeOfDay, which counts runs by hour"]
      : []
  })
  return [...unknown, ...exact]
}

const playingProblems = ({ now_playing = "off" }: LensDefinition, operations: ReadonlyArray<LensOperation>) =>
  now_playing === "off" && operations.some(({ id }) => id === "listening.nowPlaying")
    ? ['listening.nowPlaying is allowed, but now_playing is off: set it to "live" or {"delayed": minutes}']
    : []

/** What is wrong with a definition, one line each. */
export const problemsOf = (catalogue: Catalogue, definition: LensDefinition): ReadonlyArray<string> => {
  const operations = operationsOf(catalogue, definition)
  const shownDomains = new Set<string>([...domainsShown(operations), ...(definition.domains ?? [])])
  const overAll = operations.filter(({ group }) => !isBuiltIn(group))
  return [
    ...(definition.domains ?? [])
      .filter((name) => !isBuiltIn(name))
      .map((name) => `domains: ${name} is not a domain that a lens can show; the domains are ${domains.join(", ")}`),
    ...(definition.operations ?? []).flatMap((id) => unknownOperation(catalogue, id) ?? []),
    ...operations.flatMap(({ domains: about, id }) =>
      about
        .filter((domain) => !shownDomains.has(domain))
        .map((domain) => `${id} also answers about ${domain}: allow an operation of it, or leave ${id} out`)
    ),
    ...(shownDomains.size === 0
      ? overAll.map(({ id }) => `${id} answers about the domains of the lens, and it has none`)
      : []),
    ...Object.entries(definition.fields ?? {}).flatMap((rule) => ruleProblems(catalogue, rule)),
    ...timeProblems(definition, operations),
    ...playingProblems(definition, operations)
  ]
}
