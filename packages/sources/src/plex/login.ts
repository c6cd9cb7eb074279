import { SourceFailure } from "@daybook/core/sync"
import { type Token, token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import type { PollingLogin, PollResult } from "../kit/oauth/Connection.js"
import { withLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Provider from "../kit/provider/Provider.js"
import { WrittenNumber } from "../kit/schemas.js"
import * as Setting from "../kit/settings.js"

const declared = Setting.settings({
  url: Setting.destination(Setting.address("DAYBOOK_PLEX_URL", "address of the Plex server", "http://127.0.0.1:32400")),
  token: Setting.optional(
    Setting.secret("DAYBOOK_PLEX_TOKEN", "a token of the Plex server, in place of `daybook connect plex`")
  ),
  account: Setting.optional(
    Setting.text("DAYBOOK_PLEX_ACCOUNT", "name or number of another Plex account whose plays count"),
    "the owner"
  ),
  webhookSecret: Setting.optional(
    Setting.secret("DAYBOOK_PLEX_WEBHOOK_SECRET", "secret part of the webhook address for Plex")
  ),
  gap: Setting.minInterval("DAYBOOK_PLEX_MIN_INTERVAL_MS", "50 millis", "the Plex server")
})
export const settings = withLogin("plex", declared, declared.fields.token)
export type Settings = Setting.ValuesOf<typeof declared>

/** Where `daybook connect plex` logs in. */
export const loginSettings = Setting.settings({
  baseUrl: Setting.baseUrl("DAYBOOK_PLEX_LOGIN_BASE_URL", "https://plex.tv", "logins at Plex"),
  authUrl: Setting.baseUrl("DAYBOOK_PLEX_LOGIN_PAGE_URL", "https://app.plex.tv/auth", "the page for a login at Plex")
})

export interface PlexPin {
  readonly id: string
  readonly name: string
  /** `https://plex.tv` */
  readonly baseUrl: string
  /** The login page: `https://app.plex.tv/auth`. */
  readonly authUrl: string
  /** Constant for this instance, so that the provider sees one device. */
  readonly clientIdentifier: string
}

/** `POST /api/v2/pins?strong=true`, then `GET /api/v2/pins/{id}` until it has a token. */
const Pin = Schema.Struct({
  id: WrittenNumber,
  code: Schema.NonEmptyString,
  expiresIn: Schema.optional(Schema.NullOr(WrittenNumber)),
  authToken: Schema.optional(Schema.NullOr(Schema.String))
})
const defaultLifetime = 900

/** Logs in at plex.tv with a PIN that is part of the address. The token does not expire. */
export const plexPin = (options: PlexPin): Effect.Effect<PollingLogin, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: options.id,
      name: options.name,
      baseUrl: options.baseUrl,
      gap: Duration.zero,
      isLogin: true,
      patience: Duration.seconds(30),
      timeout: Duration.seconds(20),
      headers: {
        accept: "application/json",
        "x-plex-product": "Daybook",
        "x-plex-client-identifier": options.clientIdentifier
      }
    }),
    (provider) => ({
      kind: "pin",
      begin: Effect.map(
        provider.json(Pin, { path: "/api/v2/pins", query: () => ({ strong: "true" }), form: {} }),
        (pin) => ({
          url: `${options.authUrl}#?${pageParameters(options, pin.code).toString()}`,
          code: Option.none(),
          expiresAfter: Duration.seconds(pin.expiresIn ?? defaultLifetime),
          interval: Duration.seconds(2),
          poll: Effect.map(provider.json(Pin, { path: `/api/v2/pins/${pin.id}`, query: () => ({}) }), ({ authToken }) =>
            pollResultOf(authToken)
          ).pipe(Effect.mapError((failure) => (failure.state === "not_found" ? pinExpired(options) : failure)))
        })
      )
    })
  )

const pageParameters = ({ clientIdentifier }: PlexPin, code: string) =>
  new URLSearchParams({ clientID: clientIdentifier, code, "context[device][product]": "Daybook" })

const pollResultOf = (authToken: string | null | undefined): PollResult =>
  authToken ? { _tag: "Done", token: tokenOf(authToken) } : { _tag: "Pending", slower: false }

const tokenOf = (authToken: string): Token => token({ access: Redacted.make(authToken) })

const pinExpired = ({ id, name }: PlexPin) =>
  new SourceFailure({
    source: id,
    state: "interrupted",
    message: `no one logged in at ${name} before the PIN expired`,
    next: `run \`daybook connect ${id}\` again`
  })
