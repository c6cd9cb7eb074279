import { AttendingEnrichmentStore, type Concert, namesIn, type EventTarget } from "@daybook/core/attending"
import { termsOf } from "@daybook/core/search"
import type { Enrichment } from "@daybook/core/sync"
import { Clock, Effect, Option } from "effect"
import { eventEnrichment, type EventProvider } from "../kit/enrichment/events.js"
import type { SetListFm } from "./client.js"

const dayMs = 86_400_000
/** Maximum number of a festival's performers: each costs a call. */
const maxPerformers = 4
/** Members edit set lists for some weeks. */
const editingDays = 30
const editingWait = 5 * dayMs

/** Enrichments with set lists of attended concerts. */
export const enrichments = (setlistfm: SetListFm): ReadonlyArray<Enrichment<AttendingEnrichmentStore>> => [
  eventEnrichment({
    id: "setlistfm-concerts",
    kinds: ["concert"],
    source: "setlist_fm",
    findCandidates: findCandidates(setlistfm),
    refresh: refresh(setlistfm)
  })
]

const artistsOf = ({ performers, title }: EventTarget) =>
  performers.length > 0 ? performers.slice(0, maxPerformers) : namesIn(title).map((name) => ({ name, mbid: null }))

const normalised = (name: string) => termsOf(name).join(" ")

/** The search also returns similar names. */
const isBy = ({ mbid, name }: { readonly name: string; readonly mbid: string | null }, { artist }: Concert): boolean =>
  mbid !== null && artist.mbid !== null ? mbid === artist.mbid : normalised(name) === normalised(artist.name)

/** Future concerts have no set list and are not requested. Searches by name when the service does not know the id. */
const findCandidates =
  (setlistfm: SetListFm): EventProvider["findCandidates"] =>
  (event) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if ((event.at ?? Date.parse(`${event.date}T00:00:00Z`)) > now) return { count: 0, refusal: null }
      const lookups = yield* AttendingEnrichmentStore
      const concertsByArtist = yield* Effect.forEach(artistsOf(event), (artist) =>
        Effect.gen(function* () {
          const byId = artist.mbid === null ? [] : yield* setlistfm.played(artist, event.date)
          const concerts = byId.length > 0 ? byId : yield* setlistfm.played({ ...artist, mbid: null }, event.date)
          return concerts.filter((concert) => isBy(artist, concert))
        })
      )
      const concerts = [...new Map(concertsByArtist.flat().map((concert) => [concert.id, concert])).values()]
      if (concerts.length > 0) yield* lookups.putConcerts(concerts)
      return { count: concerts.length, refusal: null }
    })

const refresh =
  (setlistfm: SetListFm): EventProvider["refresh"] =>
  (id, event, now) =>
    Effect.gen(function* () {
      const concert = yield* setlistfm.concert(id)
      if (Option.isNone(concert)) return Option.none()
      const lookups = yield* AttendingEnrichmentStore
      yield* lookups.putConcerts([concert.value])
      const isComplete =
        concert.value.songs.length > 0 && now - Date.parse(`${event.date}T00:00:00Z`) > editingDays * dayMs
      return Option.some(isComplete ? Number.POSITIVE_INFINITY : now + editingWait)
    })
