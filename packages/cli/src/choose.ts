import { type Domain, domains } from "@daybook/core"
import { type Source, type SourceEntry, wanting } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { Failure, Usage } from "./Failure.js"
import { suggestion } from "./nearest.js"

/** The entry with this id; a near miss is named. */
export const entryNamed = (entries: ReadonlyArray<SourceEntry>, name: string) => {
  const entry = entries.find(({ id }) => id === name)
  return entry === undefined
    ? Effect.fail(new Usage({ message: `there is no source "${name}"${suggestion(name, entries.map(({ id }) => id))}; see \`daybook sources\`` }))
    : Effect.succeed(entry)
}

/** The domain of this name; a near miss is named. */
export const domainNamed = (name: string): Effect.Effect<Domain, Usage> => {
  const domain = domains.find((one) => one === name)
  return domain === undefined
    ? new Usage({ message: `there is no domain "${name}"${suggestion(name, domains)}; choose one of ${domains.join(", ")}` })
    : Effect.succeed(domain)
}

/** What a source that is to be read needs first. */
const setUp = (entry: SourceEntry): Effect.Effect<Source<never>, Failure> =>
  Option.match(entry.source, {
    onSome: Effect.succeed,
    onNone: () => Effect.fail(new Failure({ message: `${entry.id} is not set up: set ${wanting(entry).join(" and ")}` }))
  })

/** The sources meant by names of sources and domains; all that are set up when nothing is named. */
export const chosen = (entries: ReadonlyArray<SourceEntry>, names: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const ready = entries.filter(({ follows, source }) => !follows && Option.isSome(source))
    if (names.length === 0 && ready.length === 0) {
      return yield* new Failure({ message: "no source is set up: `daybook sources` shows which settings each one needs" })
    }
    const wanted = names.length === 0 ? ready : (yield* Effect.forEach(names, (name) => meant(entries, name))).flat()
    return yield* Effect.forEach(Array.from(new Set(wanted)), setUp)
  })

const meant = (entries: ReadonlyArray<SourceEntry>, name: string): Effect.Effect<ReadonlyArray<SourceEntry>, Usage | Failure> => {
  const entry = entries.find(({ id }) => id === name)
  if (entry !== undefined) return Effect.succeed([entry])
  if (!domains.some((domain) => domain === name)) {
    const known = [...entries.map(({ id }) => id), ...domains]
    return new Usage({ message: `there is no source or domain "${name}"${suggestion(name, known)}; see \`daybook sources\`` })
  }
  const ready = entries.filter(({ domain, follows, source }) => domain === name && !follows && Option.isSome(source))
  return ready.length > 0
    ? Effect.succeed(ready)
    : Effect.fail(new Failure({ message: `no source of ${name} is set up: \`daybook sources\` shows which settings each one needs` }))
}
