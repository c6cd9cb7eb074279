import { listeningWriter, type Play } from "@daybook/core/listening"
import { type Page, type PullRequest, SourceFailure } from "@daybook/core/sync"
import { Effect, Exit, Option, Redacted, Scope, Stream } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { pulling, Setting } from "../../../sources/src/index.js"
import { sourceChecks, type SourceUnderTest } from "../../src/source-testing/index.js"
import { postgres } from "../support/database.js"

const settings = Setting.settings({
  address: Setting.address("DAYBOOK_TAPES_BASE_URL", "the service", "https://example.org")
})

const perPage = 5
const count = 12
const dayMs = 86_400_000

const playAt = (index: number, name = "The Harbour Lamps"): Play => ({
  playedAt: Date.UTC(2024, 0, 1) + index * dayMs,
  precision: "second",
  artist: { name, mbid: null, url: null },
  album: null,
  track: { name: `Track ${index}`, mbid: null, url: null }
})

const pageOf = (records: ReadonlyArray<Play>, cursor: string | null): Page<Play> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.fromNullable(cursor),
  total: Option.none()
})

/** Reads `/plays?from=N`, which answers an array of indexes. The variants break one promise each. */
interface Variant {
  readonly pages?: (plays: ReadonlyArray<Play>, next: number) => Page<Play>
  /** What a failed response counts as: its failure by default. */
  readonly onFailure?: (failure: SourceFailure) => Effect.Effect<ReadonlyArray<number>, SourceFailure>
  readonly timeout?: number | null
  readonly begin?: (request: PullRequest) => number
  readonly fileCovers?: Page<Play>["covers"]
}

const failure = (state: "unavailable" | "rate_limited", message: string) =>
  new SourceFailure({ source: "tapes", state, message, next: "sync again later" })

const ask = (address: string, from: number, { onFailure, timeout = 20 }: Variant) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${address}/plays?from=${from}`, { signal })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as ReadonlyArray<number>
    },
    catch: (error) => failure("unavailable", String(error))
  }).pipe(
    (read) =>
      timeout === null
        ? read
        : Effect.timeoutFail(read, {
            duration: `${timeout} seconds`,
            onTimeout: () => failure("unavailable", "no answer")
          }),
    Effect.catchAll(onFailure ?? Effect.fail)
  )

const beginOf = ({ cursor, full }: PullRequest) => (full ? 0 : Number(Option.getOrElse(cursor, () => "0")))

const tapes = (variant: Variant) =>
  pulling({
    id: "tapes",
    writer: listeningWriter,
    syncType: "scrobbles",
    schedule: { cron: "0 4 * * *", zone: "UTC" },
    settings,
    calls: ({ address }) => [address],
    open: ({ address }) =>
      Effect.succeed({
        pull: (request: PullRequest) =>
          Stream.paginateEffect((variant.begin ?? beginOf)(request), (from) =>
            Effect.map(ask(address, from, variant), (indexes) => {
              const next = from + indexes.length
              const page = (variant.pages ?? ((plays, at) => pageOf(plays, String(at))))(
                indexes.map((index) => playAt(index)),
                next
              )
              return [page, indexes.length === perPage ? Option.some(next) : Option.none()] as const
            })
          )
      }),
    importFile: () =>
      Stream.make({
        ...pageOf([playAt(0), playAt(count + 1, "Only in the file")], null),
        covers: variant.fileCovers ?? Option.none()
      })
  })

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const database = Effect.gen(function* () {
  const address = yield* postgres.address
  return { DAYBOOK_DATABASE_URL: Redacted.value(address) }
})

const subject = (variant: Variant, hasFile = false): SourceUnderTest => ({
  source: tapes(variant),
  provider: async (address) => ({
    respond: (request) => {
      const from = Number(new URL(request.url).searchParams.get("from"))
      return Response.json(Array.from({ length: Math.max(0, Math.min(perPage, count - from)) }, (_, at) => from + at))
    },
    settings: {
      DAYBOOK_TAPES_BASE_URL: address,
      ...(await Effect.runPromise(Effect.provideService(database, Scope.Scope, scope)))
    }
  }),
  ...(hasFile ? { exportFiles: [{ name: "tapes.txt", content: "plays" }] } : {})
})

const run = (of: SourceUnderTest, name: string) =>
  sourceChecks(of)
    .find((check) => check.name === name)!
    .run()

let pages = 0
/** Another artist in every run: what it stores depends on how often it ran. */
const restless: Variant = {
  pages: (plays, next) =>
    pageOf(
      plays.map((play) => ({ ...play, playedAt: play.playedAt + ++pages })),
      String(next)
    )
}
/** Continues one page too late after a stop. */
const skipping: Variant = {
  begin: (request) => (request.full ? 0 : beginOf(request) === 0 ? 0 : beginOf(request) + perPage)
}
/** A failed response counts as the end of the list. */
const trusting: Variant = { onFailure: () => Effect.succeed([]) }
/** The file claims to hold everything, so the order of origins decides. */
const greedy: Variant = { fileCovers: Option.some({ from: 0, to: Date.UTC(2025, 0, 1) }) }
const patient: Variant = { timeout: null }

describe("the checks of a source", () => {
  it.each([
    ["finds nothing new in a second sync", false],
    ["continues after a kill between pages", false],
    ["survives 500", false],
    ["survives hanging", false],
    ["stores the same from all origins in any order", true]
  ] as const)("%s passes for a good source", (name, hasFile) => run(subject({}, hasFile), name))

  it.each<[string, Variant, boolean]>([
    ["finds nothing new in a second sync", restless, false],
    ["stores a repeated page once", restless, false],
    ["continues after a kill between pages", skipping, false],
    ["survives 429", trusting, false],
    ["survives 500", trusting, false],
    ["survives truncated", trusting, false],
    ["survives hanging", patient, false],
    ["stores the same from all origins in any order", greedy, true]
  ])("%s fails for a source that breaks it", async (name, variant, hasFile) => {
    await expect(run(subject(variant, hasFile), name)).rejects.toThrow()
  })
})
