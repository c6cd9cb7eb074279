import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Redacted, Schema } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"
import { HistoryData, Metadata } from "./wire.js"

export const settings = Setting.settings({
  url: Setting.destination(Setting.address("DAYBOOK_TAUTULLI_URL", "address of Tautulli", "http://127.0.0.1:8181")),
  apiKey: Setting.secret("DAYBOOK_TAUTULLI_API_KEY", "Tautulli's API key"),
  user: Setting.text("DAYBOOK_TAUTULLI_USER", "name or number of the Plex user whose plays count"),
  gap: Setting.minInterval("DAYBOOK_TAUTULLI_MIN_INTERVAL_MS", "50 millis", "Tautulli")
})
type Settings = Setting.ValuesOf<typeof settings>

/** Tautulli's API. */
export interface Tautulli {
  /** Plays from a place of the list on, newest first, not decoded, and how many there are. */
  readonly history: (
    start: number,
    length: number
  ) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown>; readonly total: number | null }, SourceFailure>
  /** A film or show; none if the library no longer has it. */
  readonly metadata: (ratingKey: number) => Effect.Effect<Option.Option<typeof Metadata.Type>, SourceFailure>
}

const Response = Schema.Struct({
  response: Schema.Struct({
    result: Schema.String,
    message: Schema.optional(Schema.NullOr(Schema.String)),
    data: Schema.optional(Schema.Unknown)
  })
})
const readResponse = Schema.decodeUnknownOption(Response)
const readHistory = Schema.decodeUnknownOption(HistoryData)
const readMetadata = Schema.decodeUnknownOption(Metadata)

export const make = ({ apiKey, gap, url }: Settings): Effect.Effect<Tautulli, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const provider = yield* Provider.make({ source: "tautulli", name: "Tautulli", baseUrl: url, gap, advice, judge })
    const call = <A>(
      cmd: string,
      query: Readonly<Record<string, string | number>>,
      read: (data: unknown) => Option.Option<A>
    ) =>
      provider.read(
        { path: "/api/v2", query: () => ({ apikey: Redacted.value(apiKey), cmd, ...query }) },
        (answer): Either.Either<A, string> =>
          Either.flatMap(dataOf(answer), (data) => Either.fromOption(read(data), () => "answers in an unknown shape"))
      )
    return {
      history: (start, length) =>
        Effect.map(
          call(
            "get_history",
            { start, length, order_column: "date", order_dir: "desc", grouping: 0, include_activity: 0 },
            readHistory
          ),
          ({ data, recordsFiltered }) => ({ rows: data, total: recordsFiltered ?? null })
        ),
      metadata: (ratingKey) =>
        Effect.map(
          call("get_metadata", { rating_key: ratingKey }, (data) => Option.some(readMetadata(data))),
          Option.filter(({ title }) => title != null && title !== "")
        )
    }
  })

const advice = {
  unauthorized: "check DAYBOOK_TAUTULLI_API_KEY: it is in Tautulli's settings under Web Interface",
  not_found: "check DAYBOOK_TAUTULLI_URL",
  unavailable: "check that Tautulli runs at DAYBOOK_TAUTULLI_URL and sync again"
}

/** The data of an answer. Left describes the problem. */
const dataOf = (answer: Answer): Either.Either<unknown, string> =>
  answer.json.pipe(
    Either.mapLeft(() => "answers with something that is not JSON"),
    Either.flatMap((json) => Either.fromOption(readResponse(json), () => "answers in an unknown shape")),
    Either.flatMap(({ response }) =>
      response.result === "success" ? Either.right(response.data) : Either.left("answers with an error")
    )
  )

/** Tautulli reports a wrong key with status 401, or 200 and a message. */
const judge = (answer: Answer): Verdict.Verdict => {
  const message = Option.getOrNull(Option.flatMap(Either.getRight(answer.json), readResponse))?.response.message ?? ""
  return /invalid apikey|parameter apikey is required/i.test(message)
    ? Verdict.stop("unauthorized", "refuses the API key")
    : /api not enabled/i.test(message)
      ? Verdict.stop("forbidden", "has its API turned off", { next: "turn the API on in Tautulli's settings" })
      : Verdict.ofStatus(answer)
}
