import { AttendingLookups, type Concert, namesIn, type WantedEvent } from "@daybook/core/attending"
import { termsOf } from "@daybook/core/search"
import type { Follower } from "@daybook/core/sync"
import { Clock, Effect, Option } from "effect"
import { eventFollower, type EventFacts } from "../leagues/follower.js"
import type { SetListFm } from "./SetListFm.js"

const dayMs = 86_400_000
/** Of a festival's bill: each costs a call of the day's. */
const mostPerformers = 4
/** Set lists are still being written for some weeks. */
const settlingDays = 30
const unsettledWait = 5 * dayMs

/** What was played at the concerts that were gone to. */
export const followers = (setlistfm: SetListFm): ReadonlyArray<Follower<AttendingLookups>> => [
  eventFollower({ id: "setlistfm-concerts", kinds: ["concert"], source: "setlist_fm", seek: seek(setlistfm), tell: tell(setlistfm) })
]

const artistsOf = ({ performers, title }: WantedEvent) =>
  performers.length > 0 ? performers.slice(0, mostPerformers) : namesIn(title).map((name) => ({ name, mbid: null }))

const spelled = (name: string) => termsOf(name).join(" ")

/** The search finds names that are only like what was asked for. */
const isBy = ({ mbid, name }: { readonly name: string; readonly mbid: string | null }, { artist }: Concert): boolean =>
  mbid !== null && artist.mbid !== null ? mbid === artist.mbid : spelled(name) === spelled(artist.name)

/** What is to come has no set list yet, and is not asked for. By name where the service does not know the id. */
const seek = (setlistfm: SetListFm): EventFacts["seek"] => (wanted) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if ((wanted.at ?? Date.parse(`${wanted.date}T00:00:00Z`)) > now) return 0
    const lookups = yield* AttendingLookups
    const found = yield* Effect.forEach(artistsOf(wanted), (artist) =>
      Effect.gen(function*() {
        const byId = artist.mbid === null ? [] : yield* setlistfm.played(artist, wanted.date)
        const concerts = byId.length > 0 ? byId : yield* setlistfm.played({ ...artist, mbid: null }, wanted.date)
        return concerts.filter((concert) => isBy(artist, concert))
      }))
    const concerts = [...new Map(found.flat().map((concert) => [concert.id, concert])).values()]
    if (concerts.length > 0) yield* lookups.putConcerts(concerts)
    return concerts.length
  })

const tell = (setlistfm: SetListFm): EventFacts["tell"] => (id, wanted, now) =>
  Effect.gen(function*() {
    const concert = yield* setlistfm.concert(id)
    if (Option.isNone(concert)) return Option.none()
    const lookups = yield* AttendingLookups
    yield* lookups.putConcerts([concert.value])
    const isWritten = concert.value.songs.length > 0 && now - Date.parse(`${wanted.date}T00:00:00Z`) > settlingDays * dayMs
    return Option.some(isWritten ? Number.POSITIVE_INFINITY : now + unsettledWait)
  })
