import { Array, Effect, Option, Ref, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { PageResult, Source, Step } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import type { Counts, RunOptions, SyncDeps } from "./SyncStore.js"

/** Removing more than this share of a source or list, and more than `massFloor` records, needs confirmation. */
const massShare = 0.2
const massFloor = 10

/** How many records a source, or each of its lists, had before a run. Counted only when needed. */
export interface RecordCounts {
  readonly listOf: (key: string) => string
  readonly count: (list: string) => Effect.Effect<number, StorageFailure>
}

/** The list sizes before a run: records that the run adds must not hide how many are missing. */
const listsBefore = (source: Source<never>) =>
  Effect.transposeOption(Option.map(source.lists, ({ counts, of }) => Effect.map(counts, (sizes) => ({ of, sizes }))))

type Lists = Effect.Effect.Success<ReturnType<typeof listsBefore>>

/** A source without lists is counted at the end, less the records that the run added. A dry run adds none. */
const countsBefore = (source: Source<never>, lists: Lists, { dryRun }: RunOptions, { added }: Counts): RecordCounts =>
  Option.match(lists, {
    onSome: ({ of, sizes }) => ({ listOf: of, count: (list) => Effect.succeed(sizes.get(list) ?? 0) }),
    onNone: () => ({
      listOf: () => source.id,
      count: () => Effect.map(source.count, (count) => count - (dryRun ? 0 : added))
    })
  })

/**
 * Removes the records that are missing at the provider and returns their number. Refuses a mass removal, and keeps
 * records that the provider confirms. With `allowMassDelete` neither check applies.
 */
const removeMissing = Effect.fn("SyncEngine.removeMissing")(function* (
  { store, transaction, versions }: SyncDeps,
  source: Source<never>,
  missing: ReadonlyArray<string>,
  options: RunOptions,
  before: RecordCounts
) {
  if (missing.length === 0) return 0
  const massRemoval = options.allowMassDelete ? Option.none() : yield* findMassRemoval(missing, before)
  if (Option.isSome(massRemoval)) {
    if (!options.dryRun) yield* store.unstage(source.id, missing)
    return yield* massRemovalFailure(source.id, massRemoval.value, options.fileName)
  }
  const deleted =
    options.allowMassDelete || Option.isNone(source.confirmDeleted)
      ? missing
      : yield* source.confirmDeleted.value(missing)
  if (options.dryRun) return deleted.length
  return yield* transaction.run(
    Effect.gen(function* () {
      const removed = yield* source.remove(deleted)
      yield* store.unstage(source.id, missing)
      if (removed > 0) yield* versions.bump(source.domain)
      return removed
    })
  )
})

/** A list that lost too much: its missing records and its size before the run. */
interface MassRemoval {
  readonly missing: number
  readonly total: number
}

const findMassRemoval = (missing: ReadonlyArray<string>, { count, listOf }: RecordCounts) =>
  Effect.gen(function* () {
    for (const [list, keys] of Object.entries(Array.groupBy(missing, listOf))) {
      if (keys.length <= massFloor) continue
      const total = yield* count(list)
      if (keys.length > total * massShare) return Option.some<MassRemoval>({ missing: keys.length, total })
    }
    return Option.none<MassRemoval>()
  })

const massRemovalFailure = (source: string, { missing, total }: MassRemoval, fileName: string | undefined) =>
  new SourceFailure({
    source,
    state: "mass_removal",
    message: `${fileName ?? source} no longer has ${missing} of ${total} records; nothing was removed`,
    next:
      fileName === undefined
        ? `to remove them, run \`daybook sync ${source} --full --allow-mass-delete\``
        : `to remove them, run \`daybook import ${source} ${fileName} --allow-mass-delete\``
  })

/**
 * Stores each page in one transaction with its cursor, then removes the records that are missing at the provider.
 * `missing` starts with keys that an earlier, incomplete run staged; a page that has such a key clears it.
 */
export const storePages = Effect.fn("SyncEngine.storePages")(function* (
  deps: SyncDeps,
  source: Source<never>,
  pages: Stream.Stream<Step<never>, SourceFailure | StorageFailure>,
  options: RunOptions,
  missing: Set<string>,
  counts: Ref.Ref<Counts>
) {
  const { transaction } = deps
  const seen = yield* Ref.make(0)
  const lists = yield* listsBefore(source)
  yield* Stream.runForEach(pages, (step) =>
    Effect.gen(function* () {
      const page = storePage(deps, source, step, options.dryRun, missing)
      const applied = yield* options.dryRun ? transaction.dryRun(page) : transaction.run(page)
      applied.present.forEach((key) => missing.delete(key))
      applied.missing.forEach((key) => missing.add(key))
      yield* Ref.update(counts, (sum) => ({
        ...sum,
        added: sum.added + applied.added,
        changed: sum.changed + applied.changed
      }))
      const total = yield* Ref.updateAndGet(seen, (count) => count + step.seen)
      yield* options.onProgress({ seen: total, total: step.total })
    })
  )
  const removed = yield* removeMissing(
    deps,
    source,
    [...missing],
    options,
    countsBefore(source, lists, options, yield* Ref.get(counts))
  )
  yield* Ref.update(counts, (sum) => ({ ...sum, removed }))
})

const storePage = (
  { store, versions }: SyncDeps,
  source: Source<never>,
  step: Step<never>,
  dryRun: boolean,
  missing: ReadonlySet<string>
): Effect.Effect<PageResult, StorageFailure> =>
  Effect.gen(function* () {
    const applied = yield* step.apply
    if (dryRun) return applied
    const reappeared = applied.present.filter((key) => missing.has(key))
    if (reappeared.length > 0) yield* store.unstage(source.id, reappeared)
    if (applied.missing.length > 0) yield* store.stage(source.id, applied.missing)
    if (applied.added + applied.changed > 0) yield* versions.bump(source.domain)
    if (step.cursor._tag === "Some") yield* store.advance(source.id, step.cursor.value)
    return applied
  })
