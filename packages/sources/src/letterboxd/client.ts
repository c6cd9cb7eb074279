import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Either } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { type Feed, readFeed } from "./wire.js"

export const settings = Setting.settings({
  username: Setting.text("DAYBOOK_LETTERBOXD_USERNAME", "Letterboxd member"),
  baseUrl: Setting.baseUrl("DAYBOOK_LETTERBOXD_BASE_URL", "https://letterboxd.com", "Letterboxd"),
  gap: Setting.minInterval("DAYBOOK_LETTERBOXD_MIN_INTERVAL_MS", "1 second", "Letterboxd")
})
type Settings = Setting.ValuesOf<typeof settings>

/** Validators for conditional requests, so that an unchanged feed is not sent again. */
export interface Version {
  readonly etag: string | null
  readonly modified: string | null
}

/** The feed of a member's diary, the only page that Letterboxd offers to programs. */
export interface Letterboxd {
  /** Null if the feed has not changed. */
  readonly feed: (
    lastVersion: Version | null
  ) => Effect.Effect<{ readonly feed: Feed; readonly version: Version } | null, SourceFailure>
}

export const make = ({ baseUrl, gap, username }: Settings): Effect.Effect<Letterboxd, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "letterboxd",
      name: "Letterboxd",
      baseUrl,
      gap,
      advice,
      judge,
      headers: { accept: "application/rss+xml, application/xml;q=0.9, */*;q=0.5" }
    }),
    (provider): Letterboxd => {
      const feedOf = (name: string, lastVersion: Version | null) =>
        provider.read(
          { path: `/${encodeURIComponent(name)}/rss/`, query: () => ({}), headers: conditions(lastVersion) },
          (answer) =>
            answer.status === 304
              ? Either.right(null)
              : Either.map(readFeed(answer.text), (feed) => ({ feed, version: versionOf(answer) }))
        )
      // The site's URLs are in lower case. For a case-sensitive server, the configured spelling is the fallback.
      const address = username.toLowerCase()
      return {
        feed: (lastVersion) =>
          Effect.catchIf(
            feedOf(address, lastVersion),
            ({ state }) => state === "not_found" && address !== username,
            () => feedOf(username, lastVersion)
          )
      }
    }
  )

const advice = {
  forbidden:
    "Letterboxd sometimes blocks programs: sync again in a few hours, or import the account export with `daybook import letterboxd FILE`",
  not_found: "check DAYBOOK_LETTERBOXD_USERNAME",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_LETTERBOXD_BASE_URL"
}

/** A block lasts for hours. */
const blockPeriod = Duration.hours(3)

const judge = (answer: Answer): Verdict.Verdict => {
  if (answer.status === 304) return Verdict.good
  return answer.status === 403
    ? Verdict.stop("forbidden", "refuses access (HTTP 403)", { closedFor: blockPeriod })
    : Verdict.ofStatus(answer)
}

const conditions = (lastVersion: Version | null): Readonly<Record<string, string>> => ({
  ...(lastVersion?.etag == null ? {} : { "if-none-match": lastVersion.etag }),
  ...(lastVersion?.modified == null ? {} : { "if-modified-since": lastVersion.modified })
})

const versionOf = ({ headers }: Answer): Version => ({
  etag: headers["etag"] ?? null,
  modified: headers["last-modified"] ?? null
})
