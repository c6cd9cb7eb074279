import { noChanges } from "@daybook/core/publishing"
import type { WatchingRecords } from "@daybook/core/watching"
import { type Context, Effect } from "effect"
import { correctedTitles } from "./hiding.js"
import { changesOf } from "./publishable.js"
import { subjectsOf } from "./putRecords.js"
import { describeTitle } from "./titles.js"
import { resolveViewings } from "./viewings.js"

type Describe = Context.Tag.Service<WatchingRecords>["describe"]

/** Stores what the metadata service says of a film or show. */
export const describe = Effect.fn(function* (...[kind, id, title]: Parameters<Describe>) {
  const described = yield* describeTitle(kind, id, title)
  if (described === null) return noChanges
  const into = described.merged.map((one) => one.into)
  const { changed, subjects } = described.separated
  const viewings = yield* resolveViewings([
    ...subjects,
    ...(yield* subjectsOf([...into, ...(yield* correctedTitles([id]))]))
  ])
  return yield* changesOf(viewings, [...described.changed, ...into, ...changed], described.merged)
})
