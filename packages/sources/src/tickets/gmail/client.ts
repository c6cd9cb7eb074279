import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type Duration, Effect, type Option, Schema } from "effect"
import { advice, judge } from "../../google/client.js"
import { type GoogleSettings, oauthClient } from "../../google/login.js"
import { oauthLogin } from "../../kit/oauth/tokenEndpoint.js"
import { bearer } from "../../kit/provider/Bearer.js"
import * as Provider from "../../kit/provider/Provider.js"

/**
 * Gmail's API (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages):
 *
 *   GET /users/me/profile           {"emailAddress":"me@example.com","historyId":"987"}
 * GET /users/me/messages?q= {"messages":[{"id":"18e0","threadId":"18e0"}],"nextPageToken":"2","resultSizeEstimate":201}
 * GET /users/me/history
 * {"history":[{"id":"990","messagesAdded":[{"message":{"id":"18e1","threadId":"18e1"}}]}],"historyId":"1001"} GET
 * /users/me/messages/18e0?format=raw
 * {"id":"18e0","sizeEstimate":51234,"internalDate":"1772475611000","raw":"RnJvbTog…"}
 *
 * `messages` and `history` are absent where there are none.
 */
const Text = Schema.optional(Schema.NullOr(Schema.String))
const Reference = Schema.Struct({ id: Schema.NonEmptyString })

const Profile = Schema.Struct({ historyId: Schema.NonEmptyString })

const Messages = Schema.Struct({
  messages: Schema.optional(Schema.NullOr(Schema.Array(Reference))),
  nextPageToken: Text
})

const History = Schema.Struct({
  history: Schema.optional(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          messagesAdded: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ message: Reference }))))
        })
      )
    )
  ),
  historyId: Schema.NonEmptyString,
  nextPageToken: Text
})

const Raw = Schema.Struct({ raw: Schema.NonEmptyString })

const Metadata = Schema.Struct({
  sizeEstimate: Schema.optional(Schema.NullOr(Schema.Number)),
  payload: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        headers: Schema.optional(
          Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })))
        )
      })
    )
  )
})

export interface GmailSettings {
  readonly google: GoogleSettings
  readonly baseUrl: string
  /** Google allows five reads per second. */
  readonly gap: Duration.Duration
}

/** Ids of one page, and the token of the next. */
interface Part {
  readonly ids: ReadonlyArray<string>
  readonly next: string | undefined
}

/** Read-only access to the mails of one account. */
export interface Gmail {
  /** Current history id of the account. */
  readonly historyId: Effect.Effect<string, SourceFailure>
  readonly search: (query: string, page: string | undefined) => Effect.Effect<Part, SourceFailure>
  /** Mails that arrived since a history id; none when Gmail's history does not reach back that far. */
  readonly arrived: (
    since: string,
    page: string | undefined
  ) => Effect.Effect<Option.Option<Part & { readonly historyId: string }>, SourceFailure>
  /** The raw message; none when deleted. */
  readonly raw: (id: string) => Effect.Effect<Option.Option<Uint8Array>, SourceFailure>
  /** Sender, subject and size in bytes; none when deleted. */
  readonly envelope: (id: string) => Effect.Effect<Option.Option<Envelope>, SourceFailure>
}

export interface Envelope {
  readonly from: string
  readonly subject: string
  readonly size: number
}

const perPage = 500
const maxAnswerBytes = 64 * 1_048_576

export const make = (settings: GmailSettings): Effect.Effect<Gmail, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const login = yield* oauthLogin(oauthClient(settings.google), "tickets", settings.google.refreshToken)
    const provider = yield* Provider.make({
      source: "tickets",
      name: "Gmail",
      baseUrl: `${settings.baseUrl}/users/me`,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice: { ...advice, not_found: "check DAYBOOK_GMAIL_BASE_URL" },
      judge: judge("Gmail API"),
      maxBytes: maxAnswerBytes
    })
    const pageOf = (page: string | undefined) => (page === undefined ? {} : { pageToken: page })
    return {
      historyId: Effect.map(
        provider.json(Profile, { path: "/profile", query: () => ({}) }),
        ({ historyId }) => historyId
      ),
      search: (query, page) =>
        Effect.map(
          provider.json(Messages, {
            path: "/messages",
            query: () => ({ q: query, maxResults: perPage, ...pageOf(page) })
          }),
          ({ messages, nextPageToken }) => ({
            ids: (messages ?? []).map(({ id }) => id),
            next: nextPageToken ?? undefined
          })
        ),
      arrived: (since, page) =>
        Provider.orNone(
          Effect.map(
            provider.json(History, {
              path: "/history",
              query: () => ({
                startHistoryId: since,
                historyTypes: "messageAdded",
                maxResults: perPage,
                ...pageOf(page)
              })
            }),
            ({ history, historyId, nextPageToken }) => ({
              ids: (history ?? []).flatMap(({ messagesAdded }) =>
                (messagesAdded ?? []).map(({ message }) => message.id)
              ),
              next: nextPageToken ?? undefined,
              historyId
            })
          )
        ),
      raw: (id) =>
        Provider.orNone(
          Effect.map(
            provider.json(Raw, { path: `/messages/${encodeURIComponent(id)}`, query: () => ({ format: "raw" }) }),
            ({ raw }) => Buffer.from(raw, "base64url")
          )
        ),
      envelope: (id) =>
        Provider.orNone(
          Effect.map(
            provider.json(Metadata, {
              path: `/messages/${encodeURIComponent(id)}`,
              query: () => ({ format: "metadata" })
            }),
            ({ payload, sizeEstimate }) => {
              const header = (name: string) =>
                payload?.headers?.find((one) => one.name.toLowerCase() === name)?.value ?? ""
              return { from: header("from"), subject: header("subject"), size: sizeEstimate ?? 0 }
            }
          )
        )
    }
  })
