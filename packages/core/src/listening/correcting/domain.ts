import { Effect } from "effect"
import { type CorrectableDomain, type NewCorrection, type RecordKey, keyText } from "../../corrections/index.js"
import { Publisher } from "../../publishing/index.js"
import { BadInput } from "../../shared/errors.js"
import type { Calendar } from "../../shared/Calendar.js"
import type { Kind } from "../model.js"
import { publishChanges } from "../writer.js"
import type { ListeningChanges } from "../store.js"
import { listeningRules } from "./rules.js"
import { ListeningCorrections } from "./store.js"
import { suggest } from "./suggestions.js"

/** Listening as a domain whose records the owner may correct. */
export const correctableListening = Effect.gen(function* () {
  const store = yield* ListeningCorrections
  const context = yield* Effect.context<Publisher | Calendar>()

  const requireRecord = (label: string, kind: Kind, key: RecordKey) =>
    Effect.flatMap(store.has(kind, key), (isKnown) =>
      isKnown
        ? Effect.void
        : new BadInput({
            message: `${label} names nothing that exists: there is no ${kind} ${keyText(key)}, check the spelling`
          })
    )

  const published = <A extends { readonly changes: ListeningChanges }>({ changes, ...applied }: A) =>
    Effect.gen(function* () {
      const publisher = yield* Publisher
      yield* publishChanges({ ...changes, deleted: [] })
      yield* publisher.conceal("listening", changes.deleted)
      return applied
    }).pipe(Effect.provide(context))

  return {
    rules: listeningRules,
    /** An artist may be credited before there is a play of it. */
    check: ({ kind, object, subject, type }: NewCorrection) =>
      Effect.zipRight(
        requireRecord("subject", type as Kind, subject),
        object === null || kind === "credit" ? Effect.void : requireRecord("object", type as Kind, object)
      ),
    apply: (concerned) => Effect.flatMap(store.apply(concerned), published),
    pages: {
      begin: (concerned) => Effect.flatMap(store.begin(concerned), published),
      next: Effect.flatMap(store.next, (page) => (page === null ? Effect.succeed(null) : published(page))),
      areWaiting: store.areWaiting
    },
    size: store.size,
    summaries: store.summaries,
    suggestions: (decided, limit) =>
      Effect.map(Effect.all([store.artists, store.alikeTitles]), ([artists, titles]) =>
        suggest(artists, titles, decided, limit)
      ),
    completeCounts: store.completeCounts
  } satisfies CorrectableDomain
})
