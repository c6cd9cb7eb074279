import { Cron, Effect, Either, Option } from "effect"
import type { Setting } from "../kit/settings.js"

const idPattern = /^[a-z][a-z0-9-]{0,30}$/

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isText = (value: unknown) => typeof value === "string" && value.trim() !== ""

const isEffect = (value: unknown) => isObject(value) && Effect.EffectTypeId in value

/** The version of `effect` that made a value. Every effect carries it. */
const versionOf = (effect: unknown): string => {
  const variance = isObject(effect)
    ? (effect as { readonly [Effect.EffectTypeId]?: unknown })[Effect.EffectTypeId]
    : undefined
  return isObject(variance) && typeof variance["_V"] === "string" ? variance["_V"] : "unknown"
}

/** The version of `effect` that Daybook runs with. */
export const ownVersion = versionOf(Effect.void)

const isSetting = (value: unknown): value is Setting<unknown> =>
  isObject(value) &&
  typeof value["name"] === "string" &&
  /^DAYBOOK_[A-Z][A-Z0-9_]*$/.test(value["name"]) &&
  typeof value["isSecret"] === "boolean" &&
  isEffect(value["isSet"]) &&
  isEffect(value["config"])

/** The parts that `pulling` and `enrichmentSource` make. */
const parts: Readonly<Record<string, (value: unknown) => boolean>> = {
  settings: Array.isArray,
  schedule: Option.isOption,
  missing: isEffect,
  calls: isEffect,
  make: isEffect,
  archive: isObject
}

/** What a person reads about the source may be left out. */
const isAbout = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    [value["title"], value["brings"]].every((text) => typeof text === "string") &&
    [value["keys"], value["exports"]].every((text) => text === undefined || typeof text === "string"))

/** Without a schedule that can be read, a source would silently never run. */
const isSchedule = (value: unknown): boolean =>
  isObject(value) &&
  typeof value["cron"] === "string" &&
  typeof value["zone"] === "string" &&
  Either.isRight(Cron.parse(value["cron"], value["zone"]))

const makeIt = "make it with pulling or enrichmentSource of @daybook/adapters/source"

/** What a source from outside may refer to, and what it may not repeat. */
export interface Surroundings {
  readonly domains: ReadonlyArray<string>
  /** Ids that are taken, with their owners: `daybook itself`. */
  readonly taken: ReadonlyMap<string, string>
}

/** Why a value cannot be a source; null if it can. */
export const problemOf = (value: unknown, { domains, taken }: Surroundings): string | null => {
  if (!isObject(value)) return `is no source: ${makeIt}`
  const { domain, id } = value
  if (typeof id !== "string" || !idPattern.test(id))
    return "has no id of at most 31 lower-case letters, digits and hyphens that begins with a letter"
  const wrong = Object.entries(parts).find(([name, isValid]) => !isValid(value[name]))
  if (wrong !== undefined) return `is no source (${id} has no ${wrong[0]}): ${makeIt}`
  const archive = value["archive"] as Readonly<Record<string, unknown>>
  const version = versionOf(value["make"])
  if (version !== ownVersion)
    return (
      `was made with effect ${version}, and Daybook has ${ownVersion}: ` +
      `run \`npm install effect@${ownVersion}\` where the source is installed`
    )
  const owner = taken.get(id)
  if (owner !== undefined) return `has the id ${id}, which ${owner} has: give it another`
  if (typeof domain !== "string" || !domains.includes(domain))
    return `(${id}) is of the domain ${JSON.stringify(domain)}: choose one of ${domains.join(", ")}`
  if (!isAbout(value["about"])) return `(${id}) has an about without title and brings: both are texts`
  if (!isText(archive["syncType"])) return `(${id}) has no syncType: give a word for the sync status`
  if (Option.exists(value["schedule"] as Option.Option<unknown>, (one) => !isSchedule(one)))
    return `(${id}) has a schedule that cannot be read: give { cron: "0 4 * * *", zone: "UTC" }`
  const settings = value["settings"] as ReadonlyArray<unknown>
  const setting = settings.findIndex((one) => !isSetting(one))
  const example = `DAYBOOK_${id.toUpperCase().replaceAll("-", "_")}_KEY`
  return setting < 0
    ? null
    : `(${id}) has a setting without a name such as ${example}: make it with Setting of @daybook/adapters/source`
}
