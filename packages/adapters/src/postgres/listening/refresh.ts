import { publishChanges, titleOf } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import { Array, Effect } from "effect"
import { number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { storeSetting, storedSetting } from "../kit/storedSettings.js"
import { table } from "../kit/table.js"
import { storage } from "../storage.js"
import { Versions } from "../Versions.js"
import { nameArtists } from "./artists.js"
import { completeBuckets } from "./completeBuckets.js"
import { type CountedPlay, count, few } from "./rollup.js"
import { crowdedPlays, mayHaveTwins, pairTwins, playsOfTracks, type TwinKey } from "./twins.js"
import { visibilityChanges } from "./visibility.js"

/**
 * Version of the rules that find reports of one play. Version 1 compares titles without edition and all guests, and
 * finds rows of one service that name one play in several ways.
 */
const version = "1"
const setting = "listening_twins"

/** Plays that are paired in one step. */
const chunk = 2_000

/** Pairs the plays of an earlier version again, once. Only those that the rules may judge differently are read. */
export const refreshListening = storage("refreshListening")(
  Effect.gen(function* () {
    const existing = storedSetting(setting)
    if ((yield* existing) === version) return
    const changed = yield* domainLock("listening")(
      Effect.gen(function* () {
        if ((yield* existing) === version) return false
        yield* storeSetting(setting, version)
        const plays = [...(yield* renormalize), ...(yield* crowdedPlays)]
        return plays.length > 0 && (yield* pairAgain(plays))
      })
    )
    if (changed) yield* completeBuckets(yield* Effect.flatMap(Calendar, ({ today }) => today))
  })
)

const pairAgain = Effect.fn("listening.pairAgain")(function* (plays: ReadonlyArray<TwinKey>) {
  const flipped: Array<CountedPlay> = []
  for (const keys of Array.chunksOf(plays, chunk)) {
    const { hidden, shown } = yield* pairTwins(keys)
    flipped.push(...shown, ...hidden)
    yield* count(shown, 1, flipped.length <= few)
    yield* count(hidden, -1, flipped.length <= few)
  }
  if (flipped.length === 0) return false
  const changes = yield* visibilityChanges([], flipped)
  const played = new Set(flipped.map(({ artistId }) => artistId))
  yield* publishChanges(yield* nameArtists({ played, spelled: new Set() }, changes))
  yield* Effect.flatMap(Versions, (versions) => versions.bump("listening"))
  return true
})

const matchNames = table("listening_tracks", { id: number, matchName: text })

/**
 * Computes the normalized titles of the tracks. Returns the plays of those whose title is now that of other tracks too,
 * if they may have twins.
 */
const renormalize = Effect.gen(function* () {
  const tracks = yield* sql({ id: number, name: text, matchName: text })`
    SELECT id, coalesce(reported_name, name) AS name, match_name FROM listening_tracks`
  const former = new Map<string, Set<string>>()
  const renamed = tracks.flatMap(({ id, matchName, name }) => {
    const place = matchName.lastIndexOf("|") + 1
    const [title, before] = [titleOf(name), matchName.slice(place)]
    former.set(title, (former.get(title) ?? new Set<string>()).add(before))
    return title === before ? [] : [{ id, title, matchName: matchName.slice(0, place) + title }]
  })
  if (renamed.length === 0) return []
  yield* sql`
    UPDATE listening_tracks AS track SET match_name = renamed.match_name
    FROM ${matchNames.valuesOf(renamed, "renamed")} WHERE track.id = renamed.id`
  if (!(yield* mayHaveTwins)) return []
  return yield* playsOfTracks(renamed.filter(({ title }) => former.get(title)!.size > 1).map(({ id }) => id))
})
