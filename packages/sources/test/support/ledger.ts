import { ListeningRecords, type Play } from "@daybook/core/listening"
import type { Cursor, Source } from "@daybook/core/sync"
import { Context, Effect, Option, Stream } from "effect"
import { monthsOf } from "../../../adapters/test/support/monthsOf.js"

const keyOf = (play: Play) =>
  JSON.stringify([play.playedAt, play.artist.name, play.track.name, play.album?.name ?? null])

/** An in-memory `ListeningRecords` that runs a source as the sync does. */
export const makeLedger = <R>() => {
  const plays = new Map<string, Play>()
  const missing = new Set<string>()
  const tally = { added: 0, pages: 0 }
  let cursor: Option.Option<Cursor> = Option.none()
  const records: Context.Tag.Service<ListeningRecords> = {
    put: (_source, batch, covers) =>
      Effect.sync(() => {
        const keys = new Set(batch.map(keyOf))
        const fresh = [...keys].filter((key) => !plays.has(key))
        const absent =
          covers === null
            ? []
            : [...plays].flatMap(([key, play]) =>
                play.playedAt >= covers.from && play.playedAt < covers.to && !keys.has(key) ? [key] : []
              )
        for (const play of batch) plays.set(keyOf(play), play)
        for (const key of absent) missing.add(key)
        tally.added += fresh.length
        return {
          added: fresh.length,
          changed: 0,
          present: [...keys].filter((key) => !fresh.includes(key)),
          missing: absent,
          changes: { upserted: [], deleted: [] }
        }
      }),
    remove: () => Effect.succeed({ removed: 0, changes: { upserted: [], deleted: [] } }),
    count: () => Effect.sync(() => plays.size),
    months: (_source, before) =>
      Effect.sync(() => monthsOf([...plays.values()].map((play) => play.playedAt).filter((at) => at < before))),
    completeCounts: Effect.void
  }
  /** Stores page by page. Missing plays are deleted at the end of the sync. */
  const drive = (steps: ReturnType<Source<R>["pull"]>) =>
    Stream.runForEach(steps, (step) =>
      Effect.map(step.apply, () => {
        tally.pages++
        cursor = Option.orElse(step.cursor, () => cursor)
      })
    ).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          for (const key of missing) plays.delete(key)
          missing.clear()
        })
      ),
      // The context has every service that the source's steps use in these tests.
      Effect.provide(Context.make(ListeningRecords, records) as unknown as Context.Context<R>)
    )
  return {
    plays,
    tally,
    missing,
    sync: (source: Source<R>, more: { readonly full?: boolean; readonly pages?: number } = {}) =>
      Effect.suspend(() =>
        drive(Stream.take(source.pull({ cursor, full: more.full ?? false }), more.pages ?? 1_000_000))
      ),
    drive,
    keys: () => [...plays.keys()].sort()
  }
}
