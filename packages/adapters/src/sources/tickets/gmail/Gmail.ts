import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type Duration, Effect, type Option } from "effect"
import { advice, judge } from "../../google/judge.js"
import { type GoogleSettings, oauthClient } from "../../google/settings.js"
import { oauthLogin } from "../../oauth/index.js"
import { bearer, Provider } from "../../provider/index.js"
import { History, Messages, Metadata, Profile, Raw } from "./wire.js"

export interface GmailSettings {
  readonly google: GoogleSettings
  readonly baseUrl: string
  /** Google allows five reads a second everywhere. */
  readonly gap: Duration.Duration
}

/** Ids of one page, and where the next begins. */
interface Part {
  readonly ids: ReadonlyArray<string>
  readonly next: string | undefined
}

/** The mails of one account, read only. */
export interface Gmail {
  /** Where the account's history is now. */
  readonly historyId: Effect.Effect<string, SourceFailure>
  readonly search: (query: string, page: string | undefined) => Effect.Effect<Part, SourceFailure>
  /** What has arrived since; none where Gmail has forgotten that far back. */
  readonly arrived: (since: string, page: string | undefined) => Effect.Effect<Option.Option<Part & { readonly historyId: string }>, SourceFailure>
  /** A message as it was sent; none where it is gone. */
  readonly raw: (id: string) => Effect.Effect<Option.Option<Uint8Array>, SourceFailure>
  /** Sender, subject and size in bytes; none where it is gone. */
  readonly envelope: (id: string) => Effect.Effect<Option.Option<Envelope>, SourceFailure>
}

export interface Envelope {
  readonly from: string
  readonly subject: string
  readonly size: number
}

const perPage = 500
const largestAnswer = 64 * 1_048_576

export const make = (settings: GmailSettings): Effect.Effect<Gmail, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const login = yield* oauthLogin(oauthClient(settings.google), "tickets", settings.google.refreshToken)
    const provider = yield* Provider.make({
      source: "tickets",
      name: "Gmail",
      baseUrl: `${settings.baseUrl}/users/me`,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice: { ...advice, not_found: "check DAYBOOK_GMAIL_BASE_URL" },
      judge: judge("Gmail API"),
      maxBytes: largestAnswer
    })
    const pageOf = (page: string | undefined) => page === undefined ? {} : { pageToken: page }
    return {
      historyId: Effect.map(provider.json(Profile, { path: "/profile", query: () => ({}) }), ({ historyId }) => historyId),
      search: (query, page) =>
        Effect.map(provider.json(Messages, { path: "/messages", query: () => ({ q: query, maxResults: perPage, ...pageOf(page) }) }), ({ messages, nextPageToken }) =>
          ({ ids: (messages ?? []).map(({ id }) => id), next: nextPageToken ?? undefined })),
      arrived: (since, page) =>
        unlessGone(Effect.map(
          provider.json(History, { path: "/history", query: () => ({ startHistoryId: since, historyTypes: "messageAdded", maxResults: perPage, ...pageOf(page) }) }),
          ({ history, historyId, nextPageToken }) => ({
            ids: (history ?? []).flatMap(({ messagesAdded }) => (messagesAdded ?? []).map(({ message }) => message.id)),
            next: nextPageToken ?? undefined,
            historyId
          })
        )),
      raw: (id) =>
        unlessGone(Effect.map(provider.json(Raw, { path: `/messages/${encodeURIComponent(id)}`, query: () => ({ format: "raw" }) }), ({ raw }) =>
          Buffer.from(raw, "base64url"))),
      envelope: (id) =>
        unlessGone(Effect.map(provider.json(Metadata, { path: `/messages/${encodeURIComponent(id)}`, query: () => ({ format: "metadata" }) }), ({ payload, sizeEstimate }) => {
          const header = (name: string) => payload?.headers?.find((one) => one.name.toLowerCase() === name)?.value ?? ""
          return { from: header("from"), subject: header("subject"), size: sizeEstimate ?? 0 }
        }))
    }
  })

const unlessGone = <A>(call: Effect.Effect<A, SourceFailure>): Effect.Effect<Option.Option<A>, SourceFailure> =>
  Effect.catchIf(Effect.asSome(call), (failure) => failure.state === "not_found", () => Effect.succeedNone)
