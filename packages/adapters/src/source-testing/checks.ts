import type { Source, Step, SyncReport } from "@daybook/core/sync"
import { isSourceFailure } from "@daybook/core/sync"
import { Cause, Data, Duration, Effect, Exit, Option, Ref, Stream } from "effect"
import { type Fault, faults } from "./provider.js"
import { type SourceUnderTest, type Stage, stage } from "./stage.js"
import { differenceOf, type Tables } from "./tables.js"

/** A source breaks a promise. */
class BrokenPromise extends Data.TaggedError("BrokenPromise")<{ readonly message: string }> {}

/** A property of sources. `run` rejects with a message that says what differs. */
export interface SourceCheck {
  readonly name: string
  readonly run: () => Promise<void>
}

type Check = Effect.Effect<void, unknown>

const expectEqual = (what: string, expected: Tables, actual: Tables) => {
  const difference = differenceOf(expected, actual)
  return difference === null ? Effect.void : new BrokenPromise({ message: `${what}: ${difference}` })
}

const expectNothing = (what: string, { added, changed, removed }: SyncReport) =>
  added + changed + removed === 0
    ? Effect.void
    : new BrokenPromise({ message: `${what} added ${added}, changed ${changed} and removed ${removed} records` })

const rowsOf = (tables: Tables) => Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)

/** A first sync and its tables: what every other way must lead to. */
const reference = (subject: SourceUnderTest) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { provider, sync, tables } = yield* stage(subject)
      const pages = yield* Ref.make(0)
      yield* sync({ onProgress: () => Ref.update(pages, (count) => count + 1) })
      const result = yield* tables
      if (rowsOf(result) === 0)
        return yield* new BrokenPromise({
          message: "the first sync stored nothing: let the provider answer with records"
        })
      return { tables: result, requests: provider.requests(), pages: yield* Ref.get(pages) }
    })
  )

type Reference = ReturnType<typeof reference>

/** Longer than any source may take, in real time. */
const limit = Duration.minutes(4)

/** Ends the check when it takes too long, whatever hangs. */
const bounded = (check: Check): Check =>
  Effect.timeoutFail(Effect.disconnect(check), {
    duration: limit,
    onTimeout: () => new BrokenPromise({ message: `did not end within ${Duration.toMinutes(limit)} minutes` })
  })

const nothingNew = (subject: SourceUnderTest) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { sync, tables } = yield* stage(subject)
      yield* sync()
      const before = yield* tables
      yield* expectNothing("a second sync", yield* sync())
      yield* expectNothing("a full sync", yield* sync({ full: true }))
      yield* expectEqual("after two more syncs", before, yield* tables)
    })
  )

/** The source with its pages changed. */
const withSteps =
  (
    change: (
      steps: Stream.Stream<Step<never>, Stream.Stream.Error<ReturnType<Source<never>["pull"]>>>
    ) => ReturnType<Source<never>["pull"]>
  ) =>
  (source: Source<never>): Source<never> => ({ ...source, pull: (request) => change(source.pull(request)) })

const repeatedPages = (subject: SourceUnderTest, first: Reference) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { tables: expected } = yield* first
      const { sync, tables } = yield* stage(subject)
      yield* sync(
        {},
        withSteps((steps) => Stream.flatMap(steps, (step) => Stream.make(step, step)))
      )
      yield* expectEqual("with every page twice", expected, yield* tables)
    })
  )

/** Stops a run like a signal: after a page was stored, or in the middle of storing it. */
const killed = ({ sync }: Stage, page: number, isInPage: boolean) => {
  let pages = 0
  const run = isInPage
    ? sync(
        {},
        withSteps((steps) =>
          Stream.map(steps, (step) =>
            ++pages === page ? { ...step, apply: Effect.zipRight(step.apply, Effect.interrupt) } : step
          )
        )
      )
    : sync({ onProgress: () => (++pages === page ? Effect.interrupt : Effect.void) })
  return Effect.flatMap(Effect.exit(run), (exit) =>
    Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause)
      ? Effect.void
      : new BrokenPromise({ message: `the run could not be stopped at page ${page}` })
  )
}

const killedBetweenPages = (subject: SourceUnderTest, first: Reference) =>
  Effect.gen(function* () {
    const { pages, tables: expected } = yield* first
    const page = Math.max(1, Math.ceil(pages / 2))
    for (const isInPage of [false, true]) {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const staged = yield* stage(subject)
          yield* killed(staged, page, isInPage)
          yield* staged.sync()
          const where = `killed ${isInPage ? "while storing" : "after"} page ${page} and resumed`
          yield* expectEqual(where, expected, yield* staged.tables)
        })
      )
    }
  })

/** A run that meets a fault completes, or fails with a state that says why. Null, or the failure. */
const attempt = (run: ReturnType<Stage["sync"]>, what: string) =>
  Effect.flatMap(Effect.exit(run), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.succeed(null)
    const failure = Option.getOrNull(Cause.failureOption(exit.cause))
    if (isSourceFailure(failure) && failure.state !== "bad_source") return Effect.succeed(failure)
    const text = isSourceFailure(failure) ? failure.message : Cause.pretty(exit.cause)
    return new BrokenPromise({ message: `${what} ended without a state of its own: ${text}` })
  })

const survives = (subject: SourceUnderTest, first: Reference, fault: Fault) =>
  Effect.gen(function* () {
    const { requests, tables: expected } = yield* first
    if (requests === 0) return
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { provider, sync, tables } = yield* stage(subject)
        for (const at of new Set([0, Math.floor(requests / 2), requests - 1])) {
          provider.reset((request) => (request === at ? fault : null))
          yield* attempt(sync({ full: at > 0 }), `a run with ${fault} at request ${at + 1}`)
          provider.reset()
          yield* sync({ full: at > 0 })
          yield* expectEqual(`after ${fault} at request ${at + 1} and another sync`, expected, yield* tables)
        }
        provider.reset(() => fault)
        const failure = yield* attempt(sync({ full: true }), `a run with ${fault} at every request`)
        if (failure === null)
          return yield* new BrokenPromise({ message: `a full sync with ${fault} at every request did not fail` })
        // Daybook refuses an empty list of a source that has records. A source may have few.
        if (failure.state === "mass_removal")
          return yield* new BrokenPromise({ message: `${fault} at every request was taken for an empty list` })
        yield* expectEqual(`after ${fault} at every request`, expected, yield* tables)
      })
    )
  })

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.filter((_, at) => at !== index)).map((rest) => [item, ...rest]))

/** With more origins there would be 24 orders. */
const maxFiles = 2

const anyOrder = (subject: SourceUnderTest) =>
  Effect.gen(function* () {
    const origins = ["the API", ...(subject.exportFiles ?? []).slice(0, maxFiles)] as const
    let expected: Tables | null = null
    for (const order of permutations(origins)) {
      const name = order.map((origin) => (typeof origin === "string" ? origin : origin.name)).join(", then ")
      const tables: Tables = yield* Effect.scoped(
        Effect.gen(function* () {
          const staged = yield* stage(subject)
          for (const origin of [...order, ...order])
            yield* typeof origin === "string" ? staged.sync() : staged.importFile(origin)
          return yield* staged.tables
        })
      )
      expected ??= tables
      yield* expectEqual(name, expected, tables)
    }
  })

/**
 * The properties that built-in sources hold, for a source of anybody. Each check starts Daybook on a database of its
 * own and is independent of the others, so that any test runner can run them.
 */
export const sourceChecks = (subject: SourceUnderTest): ReadonlyArray<SourceCheck> => {
  const check = (name: string, work: Effect.Effect<void, unknown>): SourceCheck => ({
    name,
    run: () => Effect.runPromise(bounded(work))
  })
  const first = Effect.runSync(Effect.cached(reference(subject)))
  return [
    check("finds nothing new in a second sync", nothingNew(subject)),
    check("stores a repeated page once", repeatedPages(subject, first)),
    check("continues after a kill between pages", killedBetweenPages(subject, first)),
    ...faults.map((fault) => check(`survives ${fault}`, survives(subject, first, fault))),
    ...((subject.exportFiles?.length ?? 0) > 0
      ? [check("stores the same from all origins in any order", anyOrder(subject))]
      : [])
  ]
}
