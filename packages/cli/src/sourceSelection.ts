import type { Domain } from "@daybook/core"
import { domainNames } from "@daybook/core/domain"
import { type Source, type SourceEntry, missingSettings } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { suggestion } from "./commandLine.js"
import { Failure, Usage } from "./failures.js"

/** The entry with this id. The error suggests a similar id. */
export const entryNamed = (entries: ReadonlyArray<SourceEntry>, name: string) => {
  const entry = entries.find(({ id }) => id === name)
  return entry === undefined
    ? Effect.fail(
        new Usage({
          message: `there is no source "${name}"${suggestion(
            name,
            entries.map(({ id }) => id)
          )}; see \`daybook sources\``
        })
      )
    : Effect.succeed(entry)
}

/** The domain with this name. The error suggests a similar name. */
export const domainNamed = (name: string): Effect.Effect<Domain, Usage> =>
  Effect.flatMap(domainNames, (all) =>
    all.includes(name)
      ? Effect.succeed(name)
      : new Usage({ message: `there is no domain "${name}"${suggestion(name, all)}; choose one of ${all.join(", ")}` })
  )

/** The source of an entry. Fails with the settings that are missing. */
const configuredSource = (entry: SourceEntry): Effect.Effect<Source<never>, Failure> =>
  Option.match(entry.source, {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(new Failure({ message: `${entry.id} is not set up: set ${missingSettings(entry).join(" and ")}` }))
  })

/** The sources with these names, or of the domains with these names. Without names: every configured source. */
export const selectSources = (entries: ReadonlyArray<SourceEntry>, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const ready = entries.filter(({ enrichesOnly, source }) => !enrichesOnly && Option.isSome(source))
    if (names.length === 0 && ready.length === 0) {
      return yield* new Failure({
        message: "no source is set up: `daybook sources` shows which settings each one needs"
      })
    }
    const selected =
      names.length === 0 ? ready : (yield* Effect.forEach(names, (name) => entriesNamed(entries, name))).flat()
    return yield* Effect.forEach(Array.from(new Set(selected)), configuredSource)
  })

const entriesNamed = Effect.fn("entriesNamed")(function* (entries: ReadonlyArray<SourceEntry>, name: string) {
  const entry = entries.find(({ id }) => id === name)
  if (entry !== undefined) return [entry]
  const all = yield* domainNames
  if (!all.includes(name)) {
    const candidates = [...entries.map(({ id }) => id), ...all]
    return yield* new Usage({
      message: `there is no source or domain "${name}"${suggestion(name, candidates)}; see \`daybook sources\``
    })
  }
  const ready = entries.filter(
    ({ domain, enrichesOnly, source }) => domain === name && !enrichesOnly && Option.isSome(source)
  )
  if (ready.length > 0) return ready
  return yield* new Failure({
    message: `no source of ${name} is set up: \`daybook sources\` shows which settings each one needs`
  })
})
