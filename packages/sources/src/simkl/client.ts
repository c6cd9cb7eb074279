import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Redacted } from "effect"
import { type Fields, fieldsOf } from "../kit/jsonValues.js"
import type { Answer } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import { type Settings, login } from "./login.js"

/** Simkl's API for one account. */
export interface Simkl {
  /** Simkl's times of the last changes to the lists, as one text; null if unknown. */
  readonly changed: Effect.Effect<string | null, SourceFailure>
  /** All lists. */
  readonly allItems: Effect.Effect<Fields, SourceFailure>
}

/** An answer as an object. An empty account answers `null`. */
const readObject = (answer: Answer): Either.Either<Fields, string> =>
  Either.flatMap(
    Either.mapLeft(answer.json, () => "answers with something that is not JSON"),
    (value) => Either.fromNullable(value === null ? {} : fieldsOf(value), () => "answers in an unknown shape")
  )

const advice = {
  unauthorized: "run `daybook connect simkl`, or put a new token into DAYBOOK_SIMKL_TOKEN",
  forbidden: "check DAYBOOK_SIMKL_CLIENT_ID",
  not_found: "check DAYBOOK_SIMKL_BASE_URL"
}

export const make = ({
  baseUrl,
  clientId,
  gap,
  token
}: Settings): Effect.Effect<Simkl, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const signed = Option.isNone(token) ? { bearer: yield* bearer(login) } : {}
    const provider = yield* Provider.make({
      source: "simkl",
      name: "Simkl",
      baseUrl,
      gap,
      advice,
      ...signed,
      headers: {
        "content-type": "application/json",
        "simkl-api-key": clientId,
        ...Option.match(token, {
          onNone: () => ({}),
          onSome: (value) => ({ authorization: `Bearer ${Redacted.value(value)}` })
        })
      }
    })
    return {
      changed: Effect.map(
        Provider.orNone(provider.read({ path: "/sync/activities", query: () => ({}) }, readObject)),
        Option.match({
          onNone: () => null,
          onSome: ({ anime, movies, tv_shows }) => {
            const times = [movies, tv_shows, anime]
            return times.every((time) => time == null) ? null : JSON.stringify(times)
          }
        })
      ),
      allItems: provider.read(
        { path: "/sync/all-items/", query: () => ({ extended: "full", episode_watched_at: "yes" }) },
        readObject
      )
    }
  })
