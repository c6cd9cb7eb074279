import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { dice } from "../sampleOwner/dice.js"
import type { Viewing } from "../sampleOwner/watching.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext, wholeNumber } from "../shared/Simulator.js"
import { type IdStyle, makeLibrary, type Stretch } from "./library.js"

const apiKey = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
const users = { owner: "9a8b7c6d5e4f30211203f4e5d6c7b8a9", guest: "00112233445566778899aabbccddeeff" }

/** Seconds of a play that was broken off. */
const brokenOff = 300
/** Rows of music, which come before all others. */
const songs = 1_100

interface ServerOptions<Id extends string> {
  readonly id: Id
  /** The beginning of all paths. */
  readonly prefix: string
  readonly style: IdStyle
  /** Hours that the server's clock is ahead of UTC, and the zone of that name. */
  readonly clock: { readonly ahead: number; readonly zone: string }
  readonly isSigned: (headers: SimulatedRequest["headers"]) => boolean
}

const json = (body: unknown) => HttpServerResponse.unsafeJson(body)

const columns = [
  "rowid",
  "DateCreated",
  "UserId",
  "ItemId",
  "ItemType",
  "ItemName",
  "PlaybackMethod",
  "ClientName",
  "DeviceName",
  "PlayDuration"
]

/** A row of the plugin's table: texts only. */
type Row = ReadonlyArray<string>

/** Answers the two kinds of statement that there are. The plugin hands them to SQLite. */
const select = (statement: string, rows: ReadonlyArray<Row>): ReadonlyArray<Row> | null => {
  const [, after, item, order, limit] =
    /^SELECT ROWID, \* FROM PlaybackActivity(?: WHERE ROWID > (\d+))?(?: AND ItemId = '(\w+)')? ORDER BY ROWID( DESC)? LIMIT (\d+)$/.exec(
      statement
    ) ?? []
  if (limit === undefined) return null
  const matches = rows.filter(([id, , , itemId]) => Number(id) > Number(after ?? 0) && (item ?? itemId) === itemId)
  return (order === undefined ? matches : matches.toReversed()).slice(0, Number(limit))
}

/**
 * A media server with the plugin Playback Reporting over the owner's viewings: resumed plays, a guest, music, plays
 * that were broken off, films that left the library, and items that somebody marked as watched, which have no time.
 */
const mediaServer =
  <const Id extends string>({ clock: serverClock, id, isSigned, prefix, style }: ServerOptions<Id>) =>
  ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
    Effect.sync(() => {
      const library = makeLibrary(sampleOwner, style)
      let hasPlugin = true
      const variable = `DAYBOOK_${id.toUpperCase()}`
      const viewings = Effect.map(clock.now, (now) =>
        sampleOwner.watching.until(Math.floor(now / 1_000) + 1).filter(({ server }) => server !== "none")
      )
      const stretches = Effect.map(Effect.all([viewings, clock.now]), ([all, now]) =>
        all
          .filter(({ server }) => server === "play")
          .flatMap((viewing): ReadonlyArray<Stretch> => {
            const own = library.stretchesOf(viewing)
            const roll = dice("media server guest", viewing.at).below(10)
            return roll > 0
              ? own
              : [
                  ...own,
                  { ...own[0]!, user: "guest" as const },
                  // Broken off two days later.
                  { ...own[0]!, start: viewing.at + 172_800, seconds: brokenOff }
                ]
          })
          .filter(({ start }) => start < now / 1_000)
          .toSorted((a, b) => a.start - b.start)
      )
      const rows = Effect.map(stretches, (all): ReadonlyArray<Row> => [
        ...Array.from({ length: songs }, (_, index) => [
          String(index + 1),
          "2020-01-01 00:00:00.0000000",
          users.owner,
          "abc",
          "Audio",
          "Somebody - Song (Album)",
          "DirectPlay",
          "Web",
          "Browser",
          "200"
        ]),
        ...all.map(({ seconds, start, user, what }, index) => [
          String(index + 1 + songs),
          `${new Date((start + serverClock.ahead * 3_600) * 1_000).toISOString().slice(0, 19).replace("T", " ")}.1234567`,
          users[user],
          library.idOf(library.keyOf(what)),
          what.kind === "film" ? "Movie" : "Episode",
          library.rowName(what),
          "DirectPlay",
          "Web",
          "Browser",
          String(seconds)
        ])
      ])
      /** The owner's watched items, the newest play first. What was broken off later is no longer watched. */
      const watched = Effect.map(Effect.all([viewings, stretches]), ([all, starts]) => {
        const items = new Map<number, { what: Viewing["what"]; last: number | null; starts: number; isOver: boolean }>()
        for (const { server, what } of all) {
          if (library.isDeleted(what)) continue
          const key = library.keyOf(what)
          const item = items.get(key) ?? { what, last: null, starts: 0, isOver: true }
          items.set(key, item)
          if (server === "mark") item.starts++
        }
        for (const { seconds, start, user, what } of starts) {
          const item = items.get(library.keyOf(what))
          if (user === "owner" && item !== undefined) {
            item.starts++
            item.last = start
            item.isOver = seconds > brokenOff
          }
        }
        return [...items.values()]
          .filter(({ isOver }) => isOver)
          .toSorted((a, b) => (b.last ?? 0) - (a.last ?? 0) || library.keyOf(a.what) - library.keyOf(b.what))
          .map(({ last, starts, what }) => library.itemOf(what, { last, starts }))
      })
      const everything = Effect.map(Effect.all([viewings, watched]), ([all, played]) => {
        const items = new Map<string, Readonly<Record<string, unknown>>>()
        for (const { what } of all)
          if (!library.isDeleted(what)) items.set(library.idOf(library.keyOf(what)), library.itemOf(what, null))
        for (const { index } of sampleOwner.watching.series)
          items.set(library.idOf(library.seriesKey(index)), library.seriesItem(index))
        for (const item of played) items.set(item.Id, item)
        return items
      })
      const listed = ({ distortion, params }: SimulatedRequest) =>
        Effect.gen(function* () {
          if (params["Ids"] !== undefined) {
            const items = yield* everything
            const matches = params["Ids"].split(",").flatMap((one) => items.get(one) ?? [])
            return json({ Items: matches, TotalRecordCount: matches.length, StartIndex: 0 })
          }
          const isPlayed = params["Filters"] === "IsPlayed" || params["IsPlayed"] === "true"
          const items = distortion?._tag === "Empty" || !isPlayed ? [] : yield* watched
          const [start, limit] = [wholeNumber(params["StartIndex"], 0), wholeNumber(params["Limit"], 100)]
          return json({ Items: items.slice(start, start + limit), TotalRecordCount: items.length, StartIndex: start })
        })
      const activity = ({ body }: SimulatedRequest) =>
        Effect.map(rows, (all) => {
          const { CustomQueryString } = JSON.parse(body) as { readonly CustomQueryString: string }
          const results = select(CustomQueryString, all)
          return json(
            results === null
              ? { colums: [], results: [], message: "Error Running Query" }
              : { colums: columns, results, message: "" }
          )
        })
      return makeSimulator({
        id,
        clock,
        settings: {
          [`${variable}_URL`]: baseUrl,
          [`${variable}_API_KEY`]: apiKey,
          [`${variable}_USER`]: sampleOwner.username,
          [`${variable}_ZONE`]: serverClock.zone,
          [`${variable}_MIN_INTERVAL_MS`]: "0"
        },
        control: {
          viewings,
          /** Installs or removes the plugin. */
          plugin: (isThere: boolean) => Effect.sync(() => void (hasPlugin = isThere)),
          itemId: (what: Viewing["what"]) => library.idOf(library.keyOf(what)),
          userId: users.owner
        },
        answer: (request) =>
          Effect.gen(function* () {
            const { headers, method, path } = request
            if (!path.startsWith(prefix)) return HttpServerResponse.empty({ status: 404 })
            if (!isSigned(headers)) return HttpServerResponse.empty({ status: 401 })
            const place = path.slice(prefix.length)
            if (method === "POST" && place === "/user_usage_stats/submit_custom_query" && hasPlugin)
              return yield* activity(request)
            if (place === "/Users")
              return json([
                { Id: users.guest, Name: "Guest", Policy: { IsAdministrator: false } },
                { Id: users.owner, Name: sampleOwner.username, Policy: { IsAdministrator: true } }
              ])
            return place === `/Users/${users.owner}/Items`
              ? yield* listed(request)
              : HttpServerResponse.empty({ status: 404 })
          })
      })
    })

/** Jellyfin (https://api.jellyfin.org), whose clock is in Tokyo. */
export const jellyfin = mediaServer({
  id: "jellyfin",
  prefix: "",
  style: "hex",
  clock: { ahead: 9, zone: "Asia/Tokyo" },
  isSigned: ({ authorization }) => authorization === `MediaBrowser Token="${apiKey}"`
})

/** Emby, with numbers as ids. */
export const emby = mediaServer({
  id: "emby",
  prefix: "/emby",
  style: "number",
  clock: { ahead: 0, zone: "Etc/UTC" },
  isSigned: (headers) => headers["x-emby-token"] === apiKey
})
