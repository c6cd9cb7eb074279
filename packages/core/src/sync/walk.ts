import { Effect, Ref, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Ground, WalkOptions } from "./Ground.js"
import type { Applied, Source, Step } from "./Source.js"
import { heldBefore, listsBefore, removeMissing } from "./removeMissing.js"
import type { SourceFailure } from "./SourceFailure.js"
import type { Counts } from "./SyncStore.js"

/**
 * Stores page after page, each in one transaction with what it says of the cursor, and at the end removes what the
 * provider turned out to lack. `missing` are keys that an earlier walk found lacking and did not come to remove: they
 * are forgotten as soon as a page has them again.
 */
export const walk = Effect.fn("SyncEngine.walk")(function*(
  ground: Ground,
  source: Source<never>,
  pages: Stream.Stream<Step<never>, SourceFailure | StorageFailure>,
  options: WalkOptions,
  missing: Set<string>,
  counts: Ref.Ref<Counts>
) {
  const { transaction } = ground
  const seen = yield* Ref.make(0)
  const lists = yield* listsBefore(source)
  yield* Stream.runForEach(pages, (step) =>
    Effect.gen(function*() {
      const page = storePage(ground, source, step, options.dryRun, missing)
      const applied = yield* (options.dryRun ? transaction.rehearse(page) : transaction.run(page))
      applied.present.forEach((key) => missing.delete(key))
      applied.missing.forEach((key) => missing.add(key))
      yield* Ref.update(counts, (sum) => ({ ...sum, added: sum.added + applied.added, changed: sum.changed + applied.changed }))
      const total = yield* Ref.updateAndGet(seen, (count) => count + step.seen)
      yield* options.onProgress({ seen: total, total: step.total })
    }))
  const removed = yield* removeMissing(ground, source, [...missing], options, heldBefore(source, lists, options, yield* Ref.get(counts)))
  yield* Ref.update(counts, (sum) => ({ ...sum, removed }))
})

const storePage = (
  { store, versions }: Ground,
  source: Source<never>,
  step: Step<never>,
  dryRun: boolean,
  missing: ReadonlySet<string>
): Effect.Effect<Applied, StorageFailure> =>
  Effect.gen(function*() {
    const applied = yield* step.apply
    if (dryRun) return applied
    const back = applied.present.filter((key) => missing.has(key))
    if (back.length > 0) yield* store.unstage(source.id, back)
    if (applied.missing.length > 0) yield* store.stage(source.id, applied.missing)
    if (applied.added + applied.changed > 0) yield* versions.bump(source.domain)
    if (step.cursor._tag === "Some") yield* store.advance(source.id, step.cursor.value)
    return applied
  })
