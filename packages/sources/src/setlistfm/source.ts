import { attendingWriter, type Mention } from "@daybook/core/attending"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { wholeList } from "../kit/fullListing.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as SetListFm from "./client.js"
import { enrichments } from "./enrichment.js"
import { toMention } from "./wire.js"

/** Set lists of concerts, and the owner's list of attended concerts when they have an account. */
export const setlistfm = pulling({
  id: "setlistfm",
  about: {
    title: "setlist.fm",
    brings: "Set lists of concerts you attended.",
    keys: "https://www.setlist.fm/settings/api"
  },
  writer: attendingWriter,
  syncType: "attended",
  schedule: { cron: "0 4 * * *", zone: "America/Los_Angeles" },
  settings: SetListFm.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(SetListFm.make(values), (setlistfm) => ({
      enrichments: enrichments(setlistfm),
      mayListNothing: Option.isNone(values.username),
      pull: () =>
        Option.match(values.username, {
          onNone: () => Stream.empty,
          onSome: (username) => attended(setlistfm, username)
        }),
      providerCount: Option.match(values.username, {
        onNone: () => Effect.succeed(null),
        onSome: (username) =>
          Effect.map(setlistfm.attended(username, 1), ({ total }) =>
            total === null ? null : { unit: "concerts", total }
          )
      })
    }))
})

/** The span of a full listing. */
const ever = { from: Date.parse("0001-01-01T00:00:00Z"), to: Date.parse("9999-12-31T00:00:00Z") }

type Row = { readonly mention: Mention } | { readonly keys: ReadonlyArray<string> }

/**
 * Concerts that the owner marked as attended. Each page is stored as it arrives. Once the full list was read
 * unchanged, the last page repeats it as complete, so that removed marks are deleted.
 */
export const attended = (
  setlistfm: SetListFm.SetListFm,
  username: string
): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.suspend(() => {
    const seen = new Map<string, Mention>()
    return wholeList<Row>({
      name: "setlist.fm's list of attended concerts",
      part: (page) => setlistfm.attended(username, page),
      read: (row) => {
        const mention = Option.match(SetListFm.readable(row), { onNone: () => null, onSome: toMention })
        return mention === null ? null : { name: mention.key, key: mention.key, records: [{ mention }] }
      },
      whole: (keys) => ({ keys })
    }).pipe(Stream.mapEffect((page) => Effect.sync(() => pageOf(page, seen))))
  })

const pageOf = (page: Page<Row>, seen: Map<string, Mention>): Page<Mention> => {
  const records = page.records.flatMap((row) => ("mention" in row ? [row.mention] : []))
  for (const mention of records) seen.set(mention.key, mention)
  const whole = page.records.flatMap((row) => ("keys" in row ? [row.keys] : []))[0]
  if (whole === undefined) return { ...page, records }
  return { ...page, records: whole.flatMap((key) => seen.get(key) ?? []), covers: Option.some(ever) }
}
