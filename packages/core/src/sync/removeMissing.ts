import { Array, Effect, Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Ground, WalkOptions } from "./Ground.js"
import type { Source } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import type { Counts } from "./SyncStore.js"

/** Removing more than this share of what a source or one of its lists held, and more than a handful, needs the operator's word. */
const massShare = 0.2
const massFloor = 10

/** How many records a source, or each of its lists, held before a walk; asked for only where it matters. */
export interface Held {
  readonly listOf: (key: string) => string
  readonly count: (list: string) => Effect.Effect<number, StorageFailure>
}

/** The lists' sizes as a walk finds them: what it adds itself must not hide how much of the rest is gone. */
export const listsBefore = (source: Source<never>) =>
  Effect.transposeOption(Option.map(source.lists, ({ counts, of }) => Effect.map(counts, (sizes) => ({ of, sizes }))))

type Lists = Effect.Effect.Success<ReturnType<typeof listsBefore>>

/** A source without lists is counted at the end, less what the walk added. A rehearsal has added nothing. */
export const heldBefore = (source: Source<never>, lists: Lists, { dryRun }: WalkOptions, { added }: Counts): Held =>
  Option.match(lists, {
    onSome: ({ of, sizes }) => ({ listOf: of, count: (list) => Effect.succeed(sizes.get(list) ?? 0) }),
    onNone: () => ({ listOf: () => source.id, count: () => Effect.map(source.count, (count) => count - (dryRun ? 0 : added)) })
  })

/**
 * Removes what the provider turned out to lack, unless it is suspiciously much or has it all the same when asked, and says
 * how many records that were. The operator's word stands for the provider's.
 */
export const removeMissing = Effect.fn("SyncEngine.removeMissing")(function*(
  { store, transaction, versions }: Ground,
  source: Source<never>,
  missing: ReadonlyArray<string>,
  options: WalkOptions,
  held: Held
) {
  if (missing.length === 0) return 0
  const suspicion = options.allowMassDelete ? Option.none() : yield* suspicious(missing, held)
  if (Option.isSome(suspicion)) {
    if (!options.dryRun) yield* store.unstage(source.id, missing)
    return yield* massRemoval(source.id, suspicion.value)
  }
  const gone = options.allowMassDelete || Option.isNone(source.reallyGone) ? missing : yield* source.reallyGone.value(missing)
  if (options.dryRun) return gone.length
  return yield* transaction.run(Effect.gen(function*() {
    const removed = yield* source.remove(gone)
    yield* store.unstage(source.id, missing)
    if (removed > 0) yield* versions.bump(source.domain)
    return removed
  }))
})

interface Suspicion {
  readonly gone: number
  readonly held: number
}

const suspicious = (missing: ReadonlyArray<string>, { count, listOf }: Held) =>
  Effect.gen(function*() {
    for (const [list, keys] of Object.entries(Array.groupBy(missing, listOf))) {
      if (keys.length <= massFloor) continue
      const held = yield* count(list)
      if (keys.length > held * massShare) return Option.some<Suspicion>({ gone: keys.length, held })
    }
    return Option.none<Suspicion>()
  })

const massRemoval = (source: string, { gone, held }: Suspicion) =>
  new SourceFailure({
    source,
    state: "mass_removal",
    message: `${source} no longer holds ${gone} of ${held} records; nothing was removed`,
    next: `if that is right, run \`daybook sync ${source} --full --allow-mass-delete\`, or import the file again with --allow-mass-delete`
  })
