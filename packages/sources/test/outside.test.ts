import { listeningWriter, ListeningRecords, type Play } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { type Page, type PullRequest, type Source, SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Fiber, Layer, Option, Schema, Stream, TestClock } from "effect"
import { describe } from "vitest"
import * as Setting from "../src/kit/settings.js"
import { pulling } from "../src/kit/SourceDefinition.js"
import { guarded } from "../src/outside/guarded.js"
import { problemOf } from "../src/outside/problemOf.js"
import { memoryTokens } from "./support/tokens.js"
import { webClientLayer } from "./support/webClient.js"

const page: Page<Play> = {
  records: [],
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
}

const options = {
  id: "tapes",
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "0 4 * * *", zone: "UTC" },
  settings: Setting.settings({})
}

const definition = (pull: (request: PullRequest) => unknown, open?: () => never) =>
  pulling({
    ...options,
    calls: () => [],
    open: open ?? (() => Effect.succeed({ pull: pull as () => Stream.Stream<Page<Play>, SourceFailure> }))
  })

const services = Layer.mergeAll(
  Layer.mock(ListeningRecords, {
    put: () =>
      Effect.succeed({ added: 0, changed: 0, present: [], missing: [], changes: { upserted: [], deleted: [] } })
  }),
  Layer.mock(Publisher, { _tag: "@daybook/core/Publisher" } as never),
  Calendar.layer(DateTime.zoneUnsafeMakeNamed("UTC")),
  memoryTokens,
  webClientLayer(() => new Response())
)

/** Runs a guarded source to its end, as the engine would, and returns its failure. */
const failureOf = (pull: (request: PullRequest) => unknown, open?: () => never) =>
  Effect.gen(function* () {
    const source = (yield* guarded(definition(pull, open)).make) as Source<
      ListeningRecords | Publisher | Calendar | HttpClient.HttpClient
    >
    const exit = yield* Effect.exit(
      Stream.runForEach(source.pull({ cursor: Option.none(), full: false }), ({ apply }) => apply)
    )
    return Exit.isSuccess(exit) ? null : Cause.squash(exit.cause)
  }).pipe(Effect.provide(services))

/** A failure as another copy of core would make it: the tag is all that they share. */
class ForeignFailure extends Schema.TaggedError<ForeignFailure>("Foreign")("SourceFailure", {
  source: Schema.String,
  state: Schema.String,
  message: Schema.String,
  next: Schema.String
}) {}

describe("a source from outside", () => {
  it.effect.each<[string, (request: PullRequest) => unknown, string]>([
    [
      "throws",
      () => {
        throw new Error("out of tape")
      },
      "threw Error: out of tape"
    ],
    ["dies", () => Stream.die(new TypeError("no deck")), "threw TypeError: no deck"],
    ["fails with its own error", () => Stream.fail(new Error("why not")), "threw Error: why not"],
    ["returns no stream", () => [page], "threw TypeError: Expected a Stream"],
    ["returns a number", () => Stream.make({ ...page, records: [42] }), "record 1 is no plain object"],
    ["returns no number", () => Stream.make({ ...page, records: [{ playedAt: NaN }] }), "record 1 is no plain object"],
    ["returns no list", () => Stream.make({ ...page, records: "all", seen: 0 }), "records is no array"],
    ["returns a bad cursor", () => Stream.make({ ...page, cursor: 7 }), "cursor is no Option"],
    [
      "returns a bad span",
      () => Stream.make({ ...page, covers: Option.some({ from: NaN, to: 1 }) }),
      "covers is no Option"
    ],
    [
      "floods a page",
      () => Stream.make({ ...page, records: Array.from({ length: 100_001 }, () => ({})) }),
      "it has 100,001 records"
    ],
    [
      "floods a run",
      () => Stream.repeatValue({ ...page, records: Array.from({ length: 50_000 }, () => ({})) }),
      "more than 1,000,000 records"
    ]
  ])("that %s fails with a named state", ([, pull, part]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(pull)
      expect(failure).toBeInstanceOf(SourceFailure)
      expect(failure).toMatchObject({ source: "tapes", state: "bad_source" })
      expect((failure as SourceFailure).message).toContain(part)
    })
  )

  it.effect("that throws while it is opened fails when it is synced", () =>
    Effect.gen(function* () {
      const failure = yield* failureOf(
        () => Stream.empty,
        () => {
          throw new Error("no deck")
        }
      )
      expect(failure).toMatchObject({ state: "bad_source", message: "tapes threw Error: no deck" })
    })
  )

  it.effect("that hangs fails after five minutes", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(failureOf(() => Stream.never))
      for (let minute = 0; minute < 6; minute++) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust("1 minute")
      }
      expect(yield* Fiber.join(fiber)).toMatchObject({
        state: "bad_source",
        message: expect.stringContaining("5 minutes") as string
      })
    })
  )

  it.effect("keeps its own failures, also those of another copy of the packages", () =>
    Effect.gen(function* () {
      const of = { source: "x", state: "rate_limited", message: "slow down", next: "wait" } as const
      const own = yield* failureOf(() => Stream.fail(new SourceFailure(of)))
      expect(own).toMatchObject({ ...of, source: "tapes" })
      const foreign = yield* failureOf(() => Stream.fail(new ForeignFailure(of)))
      expect(foreign).toBeInstanceOf(SourceFailure)
      expect(foreign).toMatchObject({ ...of, source: "tapes" })
    })
  )

  it.effect("that is right is left as it is", () =>
    Effect.map(
      failureOf(() => Stream.make(page, { ...page, records: [{ playedAt: 1 } as Play] })),
      (failure) => {
        expect(failure).toBeNull()
      }
    )
  )

  it.effect("that names addresses that are none calls only those that are", () =>
    Effect.gen(function* () {
      const odd = pulling({
        ...options,
        calls: () => ["example.org", "https://example.org"],
        open: () => Effect.succeed({ pull: () => Stream.empty })
      })
      expect(yield* guarded(odd).calls).toEqual(["https://example.org"])
    })
  )

  it("is refused with a reason if it is no source", () => {
    const good = definition(() => Stream.empty)
    const reasonOf = (value: unknown) =>
      problemOf(value, { domains: ["listening"], taken: new Map([["lastfm", "Daybook itself"]]) })
    expect(reasonOf(good)).toBeNull()
    for (const [value, part] of [
      [null, "is no source"],
      [{ ...good, id: "Tapes" }, "has no id"],
      [{ ...good, id: "lastfm" }, "which Daybook itself has"],
      [{ ...good, domain: "books" }, "choose one of listening"],
      [{ ...good, make: undefined }, "has no make"],
      [{ ...good, schedule: Option.some({ cron: "every day", zone: "UTC" }) }, "a schedule that cannot be read"],
      [{ ...good, schedule: Option.some({ cron: "0 4 * * *", zone: "Mars/Base" }) }, "a schedule that cannot be read"],
      [{ ...good, archive: { ...good.archive, syncType: undefined } }, "has no syncType"],
      [{ ...good, settings: [{ name: "PATH" }] }, "has a setting without a name"]
    ] as const)
      expect(reasonOf(value)).toContain(part)
  })
})
