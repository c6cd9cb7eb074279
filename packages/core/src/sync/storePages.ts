import { Array, Effect, Option, Ref, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { type Cursor, type PageResult, type RowTally, type Source, type Step, addRows, noRows } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import { type Counts, noProgress, type RunOptions, type RunProgress, type SyncDeps } from "./SyncStore.js"

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
 * Fails if a run that read everything found no record although many are stored: such an answer says nothing about
 * them. Removing them all, or leaving them as they are, is up to the operator.
 */
const refuseEmptied = Effect.fn("SyncEngine.refuseEmptied")(function* (
  { store }: SyncDeps,
  source: Source<never>,
  missing: ReadonlyArray<string>,
  options: RunOptions
) {
  if (options.allowMassDelete) return
  const total = yield* source.count
  if (total <= massFloor) return
  if (missing.length > 0) {
    if (!options.dryRun) yield* store.unstage(source.id, missing)
    return yield* massRemovalFailure(source.id, { missing: total, total }, options.fileName)
  }
  // The source does not say what is missing, so that nothing would be removed.
  return yield* new SourceFailure({
    source: source.id,
    state: "mass_removal",
    message: `${source.id} lists nothing, and ${total} of its records are stored; nothing was removed`,
    next: `if that is right, run \`daybook sync ${source.id} --full --allow-mass-delete\``
  })
})

/**
 * Stores each page in one transaction with its cursor, then removes the records that are missing at the provider.
 * `missing` starts with keys that an earlier, incomplete run staged; a page that has such a key clears it. Returns the
 * number of records that were read. `readsAll` says whether the run has no cursor to continue from. A run that reads
 * everything moves its cursor only once it has found a record, so that a refused run does not pass for a read one.
 */
export const storePages = Effect.fn("SyncEngine.storePages")(function* (
  deps: SyncDeps,
  source: Source<never>,
  pages: Stream.Stream<Step<never>, SourceFailure | StorageFailure>,
  options: RunOptions,
  missing: Set<string>,
  counts: Ref.Ref<Counts>,
  readsAll: Effect.Effect<boolean, StorageFailure>
) {
  const { store, transaction } = deps
  const mustFind = source.mayListNothing !== true
  let isWhole = yield* readsAll
  let heldCursor = Option.none<Cursor>()
  const progress = yield* Ref.make(options.resume ?? noProgress)
  const rows = yield* Ref.make(noRows)
  const lists = yield* listsBefore(source)
  const resumed = yield* Ref.make(options.resume?.pages ?? 0)
  if (options.resume !== undefined) yield* Ref.set(counts, countsOf(options.resume))
  yield* Stream.runForEach(pages, (step) =>
    Effect.gen(function* () {
      const isStored = (yield* Ref.getAndUpdate(resumed, (left) => left - 1)) > 0
      if (isStored && step.isIndependent?.() === true) return
      const before = yield* Ref.get(progress)
      isWhole = step.readsAll ?? isWhole
      const isHeld = mustFind && isWhole && before.seen + step.seen === 0
      // Asked after `apply`, which checks the page.
      const cursor = () => Option.orElse(step.cursor, () => heldCursor)
      const page = Effect.gen(function* () {
        const applied = yield* storePage(
          deps,
          source,
          { apply: step.apply, cursor: isHeld ? Option.none : cursor },
          options.dryRun,
          missing
        )
        const after = isStored ? before : advanced(before, step, applied, source)
        if (!options.dryRun) yield* options.inPage?.(after) ?? Effect.void
        return { after, applied }
      })
      const { after, applied } = yield* options.dryRun ? transaction.dryRun(page) : transaction.run(page)
      heldCursor = isHeld ? cursor() : Option.none()
      applied.present.forEach((key) => missing.delete(key))
      applied.missing.forEach((key) => missing.add(key))
      yield* Ref.update(rows, (sum) => addRows(sum, applied.rows ?? noRows))
      yield* Ref.set(progress, after)
      yield* Ref.set(counts, countsOf(after))
      yield* options.onProgress(after)
    })
  )
  yield* reportUnreadable(source.id, yield* Ref.get(rows))
  const { seen } = yield* Ref.get(progress)
  if (mustFind && isWhole && seen === 0) yield* refuseEmptied(deps, source, [...missing], options)
  const removed = yield* removeMissing(
    deps,
    source,
    [...missing],
    options,
    countsBefore(source, lists, options, yield* Ref.get(counts))
  )
  yield* Ref.update(counts, (sum) => ({ ...sum, removed }))
  if (!options.dryRun && Option.isSome(heldCursor)) yield* transaction.run(store.advance(source.id, heldCursor.value))
  return seen
})

const countsOf = ({ added, changed, removed }: Counts): Counts => ({ added, changed, removed })

/** The progress of a run after another page. */
const advanced = (before: RunProgress, step: Step<never>, applied: PageResult, source: Source<never>): RunProgress => ({
  seen: before.seen + step.seen,
  total: step.total,
  pages: before.pages + 1,
  added: before.added + applied.added,
  changed: before.changed + applied.changed,
  removed: before.removed,
  present: before.present + Math.min(step.seen, presentRecords(source, applied.present)),
  times: spanOf(before.times, step.times?.())
})

const spanOf = (one: RunProgress["times"], other: RunProgress["times"]): RunProgress["times"] =>
  one === undefined || other === undefined
    ? (one ?? other)
    : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }

/** A record may have a key in each of several lists. */
const presentRecords = ({ lists }: Source<never>, keys: ReadonlyArray<string>): number =>
  Option.match(lists, {
    onNone: () => keys.length,
    onSome: ({ of }) => Object.values(Array.groupBy(keys, of)).reduce((most, { length }) => Math.max(most, length), 0)
  })

/** Names the rows that were left out. A source of which no row can be read has failed. */
const reportUnreadable = (source: string, { examples, readable, unreadable }: RowTally) => {
  if (unreadable === 0) return Effect.void
  const more = unreadable > examples.length ? `; and ${unreadable - examples.length} more` : ""
  const message = `${unreadable} of ${readable + unreadable} rows of ${source} could not be read: ${examples.join("; ")}${more}`
  return readable > 0
    ? Effect.logWarning(`${message}; they were left out`)
    : new SourceFailure({
        source,
        state: "bad_answer",
        message,
        next: "correct the source or the declaration of its domain, then run it again"
      })
}

const storePage = (
  { store, versions }: SyncDeps,
  source: Source<never>,
  step: Pick<Step<never>, "apply"> & { readonly cursor: () => Option.Option<Cursor> },
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
    const cursor = step.cursor()
    if (Option.isSome(cursor)) yield* store.advance(source.id, cursor.value)
    return applied
  })
