import { type Token, token } from "@daybook/core/tokens"
import { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import { Provider, WrittenNumber } from "../provider/index.js"
import type { ByVisit, Look } from "./Connection.js"

export interface PlexPin {
  readonly id: string
  readonly name: string
  /** `https://plex.tv` */
  readonly baseUrl: string
  /** The page where the person logs in: `https://app.plex.tv/auth`. */
  readonly authUrl: string
  /** The same for every login of this instance, so that it is one device at the provider. */
  readonly clientIdentifier: string
}

/** `POST /api/v2/pins?strong=true`, then `GET /api/v2/pins/{id}` until it has a token. */
const Pin = Schema.Struct({
  id: WrittenNumber,
  code: Schema.NonEmptyString,
  expiresIn: Schema.optional(Schema.NullOr(WrittenNumber)),
  authToken: Schema.optional(Schema.NullOr(Schema.String))
})
const standardLife = 900

/** Logs in at plex.tv with a PIN that the address has; the token does not end by itself. */
export const plexPin = (options: PlexPin): Effect.Effect<ByVisit, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: options.id,
      name: options.name,
      baseUrl: options.baseUrl,
      gap: Duration.zero,
      patience: Duration.seconds(30),
      timeout: Duration.seconds(20),
      headers: { accept: "application/json", "x-plex-product": "Daybook", "x-plex-client-identifier": options.clientIdentifier }
    }),
    (provider) => ({
      kind: "pin",
      begin: Effect.map(provider.json(Pin, { path: "/api/v2/pins", query: () => ({ strong: "true" }), form: {} }), (pin) => ({
        url: `${options.authUrl}#?${new URLSearchParams({ clientID: options.clientIdentifier, code: pin.code, "context[device][product]": "Daybook" }).toString()}`,
        code: Option.none(),
        lasts: Duration.seconds(pin.expiresIn ?? standardLife),
        interval: Duration.seconds(2),
        look: Effect.map(provider.json(Pin, { path: `/api/v2/pins/${pin.id}`, query: () => ({}) }), ({ authToken }) => lookOf(authToken)).pipe(
          Effect.mapError((failure) => failure.state === "not_found" ? ended(options) : failure)
        )
      }))
    })
  )

const lookOf = (authToken: string | null | undefined): Look =>
  authToken ? { _tag: "Done", token: tokenOf(authToken) } : { _tag: "Pending", slower: false }

const tokenOf = (authToken: string): Token => token({ access: Redacted.make(authToken) })

const ended = ({ id, name }: PlexPin) =>
  new SourceFailure({ source: id, state: "interrupted", message: `nobody logged in at ${name} before the PIN ended`, next: `run \`daybook connect ${id}\` again` })
