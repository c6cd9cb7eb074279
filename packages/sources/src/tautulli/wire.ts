import { type Identifiers, type WatchingRecord, matchTitle } from "@daybook/core/watching"
import { Option, Schema } from "effect"
import { LooseNumber } from "../kit/schemas.js"
import { cleanName } from "../kit/values.js"
import { idOf, imdbOf, placeOf, titleOf, watchedAt, yearOf } from "../kit/watches/records.js"
import { believedLength, pause } from "../kit/watches/sessions.js"

/**
 * Tautulli's `get_history` without grouping (https://github.com/Tautulli/Tautulli/wiki/Tautulli-API-Reference). Times are
 * unix seconds, missing numbers are `""`, and `reference_id` is that of the first of some resumed plays:
 *
 *   {"response":{"result":"success","message":null,"data":{"recordsTotal":3120,"recordsFiltered":3120,"data":[
 *    {"reference_id":811,"row_id":812,"started":1741983069,"stopped":1741986012,"user_id":1,"user":"ada",
 *     "media_type":"episode","rating_key":5501,"grandparent_rating_key":5300,"grandparent_title":"Harbour",
 *     "parent_media_index":2,"media_index":5,"title":"Low Water","year":2021,"guid":"plex://episode/5d9c0000",
 *     "percent_complete":97,"watched_status":1}]}}}
 */

const Loose = Schema.optional(Schema.Unknown)
const Text = Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Number)))

const Row = Schema.Struct({
  reference_id: LooseNumber,
  row_id: LooseNumber,
  id: LooseNumber,
  started: LooseNumber,
  stopped: LooseNumber,
  paused_counter: LooseNumber,
  user_id: LooseNumber,
  user: Text,
  friendly_name: Text,
  media_type: Text,
  rating_key: LooseNumber,
  grandparent_rating_key: LooseNumber,
  grandparent_title: Text,
  parent_media_index: LooseNumber,
  media_index: LooseNumber,
  title: Text,
  year: LooseNumber,
  guid: Loose,
  percent_complete: LooseNumber,
  watched_status: LooseNumber
})
export type Row = typeof Row.Type

export const HistoryData = Schema.Struct({ recordsFiltered: LooseNumber, data: Schema.Array(Schema.Unknown) })

/** `get_metadata`: of an item that is gone it has nothing. */
export const Metadata = Schema.Struct({
  title: Text,
  original_title: Text,
  year: LooseNumber,
  guid: Loose,
  guids: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)))
})

export const readRow = Schema.decodeUnknownOption(Row)

/** The part of a play that decides its viewing. */
export interface Play {
  /** The number that resumed plays have in common. */
  readonly reference: number
  readonly row: Row
  readonly type: "movie" | "episode"
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly stoppedAt: number
  readonly isWatched: boolean
}

/** Tautulli's own default. */
const watchedPercent = 80

/** Seconds from start to end. The time that was paused is no reason to doubt them. */
const lengthOf = ({ paused_counter: paused, stopped }: Row, started: number): number => {
  const length = Math.max(0, (idOf(stopped) ?? started) - started)
  const played = Math.max(0, length - (idOf(paused) ?? 0))
  const believed = believedLength(played * 1_000, null) / 1_000
  return believed < played ? believed : length
}

/** Null for music, clips, and rows that cannot be read. */
export const playOf = (value: unknown): Play | null => {
  const row = Option.getOrNull(readRow(value))
  const type = row?.media_type
  const reference = idOf(row?.reference_id) ?? idOf(row?.row_id) ?? idOf(row?.id)
  const started = idOf(row?.started)
  if (row === null || reference === null || started === null || (type !== "movie" && type !== "episode")) return null
  return {
    reference,
    row,
    type,
    startedAt: started * 1_000,
    stoppedAt: (started + lengthOf(row, started)) * 1_000,
    isWatched: (row.watched_status ?? 0) >= 1 || (row.percent_complete ?? 0) >= watchedPercent
  }
}

/** The plays of one viewing, oldest first. The key is unique. */
export interface Viewing {
  readonly key: string
  readonly plays: readonly [Play, ...ReadonlyArray<Play>]
}

const namesOf = ({ row }: Play): string => JSON.stringify([row.grandparent_title, row.title].map((name) => name ?? ""))

const isSameContent = (a: Play, b: Play): boolean =>
  (a.row.guid === b.row.guid && typeof a.row.guid === "string") || namesOf(a) === namesOf(b)

/** A play of much of a title that reached the end before is no end of it. */
const isAgain = (plays: ReadonlyArray<Play>, play: Play): boolean => {
  const lengthOf = ({ startedAt, stoppedAt }: Play) => stoppedAt - startedAt
  return plays.some(({ isWatched }) => isWatched) && lengthOf(play) > Math.max(...plays.map(lengthOf)) / 2
}

/**
 * The viewings that one reference stands for. Tautulli groups plays of one number in the library without a limit of
 * time, and libraries give a number again: plays of other titles, and those after more than a day, are other viewings.
 */
const viewingsIn = (group: ReadonlyArray<Play>): ReadonlyArray<Viewing> => {
  const sorted = [...group].sort((a, b) => a.startedAt - b.startedAt || (a.row.row_id ?? 0) - (b.row.row_id ?? 0))
  const viewings: Array<[Play, ...Array<Play>]> = []
  for (const play of sorted) {
    const before = viewings.at(-1)
    const last = before?.at(-1)
    const isNear = last !== undefined && play.startedAt - last.stoppedAt <= pause && isSameContent(last, play)
    if (before !== undefined && isNear && !isAgain(before, play)) before.push(play)
    else viewings.push([play])
  }
  return viewings
    .filter((plays) => plays.some(({ isWatched }) => isWatched))
    .map((plays, index) => {
      const [{ reference, row }] = plays
      return { key: index === 0 ? String(reference) : `${reference}/${row.row_id ?? row.id ?? index}`, plays }
    })
}

/** The viewings of which one play at least reached the end. Oldest first, in whatever order plays come. */
export const viewingsOf = (plays: ReadonlyArray<Play>): ReadonlyArray<Viewing> => {
  const groups = new Map<number, Array<Play>>()
  for (const play of plays) groups.set(play.reference, [...(groups.get(play.reference) ?? []), play])
  return [...groups.values()]
    .flatMap(viewingsIn)
    .sort((a, b) => a.plays[0].startedAt - b.plays[0].startedAt || a.plays[0].reference - b.plays[0].reference)
}

/**
 * Ids in Plex's guids: `tmdb://500001`, `plex://movie/5d77…`, and those of old agents:
 * `com.plexapp.agents.thetvdb://400001/2/5?lang=en`. Those of episodes say nothing of the show but its TVDB id.
 */
export const idsIn = (guids: ReadonlyArray<unknown>, kind: "movie" | "show"): Partial<Identifiers> => {
  const ids: { -readonly [K in keyof Identifiers]?: Identifiers[K] } = {}
  for (const guid of guids) {
    const text = typeof guid === "string" ? guid : ""
    const [, scheme = "", value = ""] = /^(?:com\.plexapp\.agents\.)?([a-z]+):\/\/([^?]+)/.exec(text) ?? []
    const [first = ""] = value.split("/")
    const number = idOf(Number(first))
    if (scheme === "plex" && value.startsWith(`${kind}/`)) ids.plex = text
    else if (scheme === "imdb") ids.imdb = imdbOf(first)
    else if ((scheme === "tmdb" || scheme === "themoviedb") && number !== null) ids.tmdb = number
    else if ((scheme === "tvdb" || scheme === "thetvdb") && number !== null && kind === "show")
      ids.tvdb = String(number)
  }
  return ids
}

const text = (value: string | number | null | undefined) => cleanName(value == null ? null : String(value))

const isNear = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

/**
 * Whether the library speaks of the title that was played. A library that was made again gives its numbers to other
 * titles.
 */
const isOf = (described: typeof Metadata.Type, name: string | null, guid: unknown): boolean =>
  (typeof guid === "string" && guid !== "" && described.guid === guid) ||
  name === null ||
  [described.title, described.original_title].some((title) => {
    const other = text(title)
    return other !== null && isNear(matchTitle(other), matchTitle(name))
  })

/** The record of a viewing, with what the server says of the film or show. Null without a title or number. */
export const recordOf = ({ key, plays }: Viewing, metadata: typeof Metadata.Type | null): WatchingRecord | null => {
  const [{ row, startedAt, type }] = plays
  const report = watchedAt(key, startedAt, { endedAt: Math.max(...plays.map(({ stoppedAt }) => stoppedAt)) })
  const played = text(type === "movie" ? row.title : row.grandparent_title)
  const described = metadata !== null && isOf(metadata, played, row.guid) ? metadata : null
  const name = text(described?.title) ?? played
  if (name === null) return null
  const guids = [...(described?.guids ?? []), described?.guid]
  const common = { report, rating: null, tally: null }
  if (type === "movie") {
    const title = titleOf(name, yearOf(described?.year ?? row.year), idsIn([...guids, row.guid], "movie"))
    return { subject: { kind: "movie", title }, ...common }
  }
  const [season, episode] = [placeOf(row.parent_media_index), placeOf(row.media_index)]
  if (season === null || episode === null) return null
  const old = idsIn([row.guid], "show").tvdb
  const title = titleOf(name, yearOf(described?.year), {
    ...(old == null ? {} : { tvdb: old }),
    ...idsIn(guids, "show")
  })
  return { subject: { kind: "episode", title, season, episode, episodeTitle: text(row.title) }, ...common }
}
