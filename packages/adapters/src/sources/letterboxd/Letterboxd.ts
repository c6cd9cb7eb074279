import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Either } from "effect"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import { type Feed, readFeed } from "./feed.js"
import type { Settings } from "./settings.js"

/** How an answer is told from the next: what to ask with, so that an unchanged feed is not sent again. */
export interface Version {
  readonly etag: string | null
  readonly modified: string | null
}

/** The feed of a member's diary, the one page that Letterboxd lets programs read. */
export interface Letterboxd {
  /** Null where the feed is still the known one. */
  readonly feed: (known: Version | null) => Effect.Effect<{ readonly feed: Feed; readonly version: Version } | null, SourceFailure>
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
      const feedOf = (name: string, known: Version | null) =>
        provider.read(
          { path: `/${encodeURIComponent(name)}/rss/`, query: () => ({}), headers: conditions(known) },
          (answer) => answer.status === 304 ? Either.right(null) : Either.map(readFeed(answer.text), (feed) => ({ feed, version: versionOf(answer) }))
        )
      // The site's own addresses are in lower case; where another server tells names apart by case, the name is as it was given.
      const address = username.toLowerCase()
      return {
        feed: (known) => Effect.catchIf(feedOf(address, known), ({ state }) => state === "not_found" && address !== username, () => feedOf(username, known))
      }
    }
  )

const advice = {
  forbidden: "Letterboxd turns programs away at times: sync again in some hours, or import the account export with `daybook import letterboxd FILE`",
  not_found: "check DAYBOOK_LETTERBOXD_USERNAME",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_LETTERBOXD_BASE_URL"
}

/** Whoever is turned away is turned away for hours. */
const banned = Duration.hours(3)

const judge = (answer: Answer): Verdict.Verdict => {
  if (answer.status === 304) return Verdict.good
  return answer.status === 403 ? Verdict.stop("forbidden", "refuses access (HTTP 403)", { closedFor: banned }) : Verdict.ofStatus(answer)
}

const conditions = (known: Version | null): Readonly<Record<string, string>> => ({
  ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
  ...(known?.modified == null ? {} : { "if-modified-since": known.modified })
})

const versionOf = ({ headers }: Answer): Version => ({ etag: headers["etag"] ?? null, modified: headers["last-modified"] ?? null })
