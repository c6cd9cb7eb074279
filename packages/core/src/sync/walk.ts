import { type Context, Effect, type Option, Ref, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Transaction } from "../shared/Transaction.js"
import type { DataVersions } from "./DataVersions.js"
import type { Applied, Source, Step } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import type { Counts, SyncStore } from "./SyncStore.js"

/** What a walk stands on. */
export interface Ground {
  readonly store: Context.Tag.Service<SyncStore>
  readonly transaction: Context.Tag.Service<Transaction>
  readonly versions: Context.Tag.Service<DataVersions>
}

export interface WalkOptions {
  readonly dryRun: boolean
  readonly allowMassDelete: boolean
  /** Told after each stored page. */
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

export interface Progress {
  readonly seen: number
  readonly total: Option.Option<number>
}

/** Removing more than this share of a source's records, and more than a handful, needs the operator's word. */
const massShare = 0.2
const massFloor = 10

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
  const removed = yield* removeMissing(ground, source, [...missing], options, yield* Ref.get(counts))
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

const removeMissing = Effect.fn("SyncEngine.removeMissing")(function*(
  { store, transaction, versions }: Ground,
  source: Source<never>,
  missing: ReadonlyArray<string>,
  options: WalkOptions,
  counts: Counts
) {
  if (missing.length === 0) return 0
  // What this walk added must not hide how much of the rest is gone. A rehearsal has added nothing.
  const held = missing.length > massFloor && !options.allowMassDelete
    ? (yield* source.count) - (options.dryRun ? 0 : counts.added)
    : Infinity
  if (missing.length > held * massShare) {
    if (!options.dryRun) yield* store.unstage(source.id, missing)
    return yield* massRemoval(source.id, missing.length, held)
  }
  if (options.dryRun) return missing.length
  return yield* transaction.run(Effect.gen(function*() {
    const removed = yield* source.remove(missing)
    yield* store.unstage(source.id, missing)
    if (removed > 0) yield* versions.bump(source.domain)
    return removed
  }))
})

const massRemoval = (source: string, missing: number, held: number) =>
  new SourceFailure({
    source,
    state: "mass_removal",
    message: `${source} no longer holds ${missing} of ${held} records; nothing was removed`,
    next: `if that is right, run \`daybook sync ${source} --full --allow-mass-delete\``
  })
