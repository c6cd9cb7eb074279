import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Redacted, Stream } from "effect"
import { type MarkListing, markList } from "../kit/highlights/markList.js"
import { fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"
import * as Provider from "../kit/provider/Provider.js"
import { readObject } from "../kit/saves/api.js"
import { idOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import * as Setting from "../kit/settings.js"
import { annotationOf } from "./annotation.js"

export const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_HYPOTHESIS_TOKEN", "API token of the Hypothesis account"),
  username: Setting.text("DAYBOOK_HYPOTHESIS_USERNAME", "user name at Hypothesis"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_HYPOTHESIS_BASE_URL", "https://api.hypothes.is", "Hypothesis's API"),
  gap: Setting.minInterval("DAYBOOK_HYPOTHESIS_MIN_INTERVAL_MS", "500 millis", "Hypothesis")
})

const perPage = 200
const maxPages = 2_000

/** The full name of an account: `acct:anna@hypothes.is`. A server of one's own has another host. */
export const accountOf = (username: string): string => {
  const name = username.trim().replace(/^acct:/, "")
  return `acct:${name.includes("@") ? name : `${name}@hypothes.is`}`
}

interface Listed {
  readonly rows: ReadonlyArray<unknown>
  readonly total: number | null
}

const listingOf = (parts: ReadonlyArray<Listed>): MarkListing => {
  const rows = parts.flatMap((part) => part.rows)
  // An annotation that is changed meanwhile is listed twice, the last time as it is now.
  const byId = new Map(rows.map((row, index) => [idOf(fieldsOf(row)?.["id"]) ?? `row ${index}`, row]))
  const read = [...byId.values()].map(annotationOf)
  const total = parts.at(-1)?.total ?? 0
  return {
    marks: read.flatMap((mark) => (mark === null || typeof mark === "string" ? [] : [mark])),
    missing: read.filter((mark) => mark === null).length + Math.max(0, total - byId.size)
  }
}

/**
 * Where the next page begins. Pages continue after the time of a change, and leave out what changed at that very time.
 * So they begin after the last time but one, and list the last ones again.
 */
const nextAfter = (rows: ReadonlyArray<unknown>, before: string | null): string | null => {
  const times = rows.map((row) => textOf(fieldsOf(row)?.["updated"]))
  const last = times.at(-1) ?? null
  const earlier = times.findLast((time) => time !== null && time !== last) ?? null
  return earlier === null || earlier === before ? last : earlier
}

/** Pages continue after the time of a change, since offsets end at 9,800. */
const readAll = (provider: Provider.Provider, user: string): Effect.Effect<MarkListing, SourceFailure> =>
  Stream.paginateEffect({ after: null as string | null, page: 1, total: null as number | null }, (state) =>
    Effect.map(
      provider.read(
        {
          path: "/api/search",
          query: () => ({
            user,
            limit: perPage,
            sort: "updated",
            order: "asc",
            ...(state.after === null ? {} : { search_after: state.after })
          })
        },
        (answer) =>
          Either.flatMap(readObject(answer), (fields) =>
            Array.isArray(fields["rows"])
              ? Either.right({ rows: listOf(fields["rows"]), total: numberOf(fields["total"]) })
              : Either.left("answers without rows")
          )
      ),
      ({ rows, total }) => {
        const next = nextAfter(rows, state.after)
        const listed: Listed = { rows, total: state.total ?? total }
        const isLast = rows.length < perPage || next === null || next === state.after || state.page >= maxPages
        return [
          listed,
          isLast ? Option.none() : Option.some({ after: next, page: state.page + 1, total: listed.total })
        ] as const
      }
    )
  ).pipe(
    Stream.runCollect,
    Effect.map((parts) => listingOf([...parts]))
  )

/** The annotations of an account: `{"total":1,"rows":[{"id":"AbC", …}]}`, at most 200 a call. */
export const lists = ({
  baseUrl,
  gap,
  token,
  username
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "hypothesis",
      name: "Hypothesis",
      baseUrl,
      gap,
      headers: { authorization: `Bearer ${Redacted.value(token)}` }
    }),
    (provider) => [markList("the list of annotations of Hypothesis", readAll(provider, accountOf(username)))]
  )
