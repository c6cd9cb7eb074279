import { Clock, Effect, Option } from "effect"
import { type Publisher } from "../publishing/Publisher.js"
import { BadInput, Conflict, NoData, type StorageFailure } from "../shared/errors.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { type Transaction } from "../shared/Transaction.js"
import { type DataVersions } from "../sync/DataVersions.js"
import { AttendingLookups } from "./AttendingLookups.js"
import { AttendingRecords, type Turned } from "./AttendingRecords.js"
import { AttendingStore } from "./AttendingStore.js"
import type { EventFact } from "./facts.js"
import type { Game } from "./games.js"
import { GoogleAccount } from "./GoogleAccount.js"
import { leagueOf } from "./kinds.js"
import { manualMention, seasonMention } from "./manual.js"
import type { Mention } from "./records.js"
import { atOnce } from "./room.js"
import { SeasonSchedules } from "./SeasonSchedules.js"
import { eventDetail } from "./views/event.js"
import { type ManualImport, type ManualSeason, type PromotionBody, type Unmatched, mergeView, pendingView } from "./views/admin.js"
import { Pictures } from "../images/Picture.js"

/** The source that what the person says by hand is of. */
export const manual = "manual"

/** Attending put right by hand: what waits, what was merged, what only the person knows (contract §12). */
export class AttendingAdmin extends Effect.Service<AttendingAdmin>()("@daybook/core/AttendingAdmin", {
  effect: Effect.gen(function*() {
    const store = yield* AttendingStore
    const records = yield* AttendingRecords
    const lookups = yield* AttendingLookups
    const schedules = yield* SeasonSchedules
    const google = yield* GoogleAccount
    const { image } = yield* Pictures
    const halls = yield* Effect.context<Publisher | Transaction | DataVersions>()

    const written = <A extends { readonly turned: Turned }, E>(write: Effect.Effect<A, E>) => Effect.provide(atOnce(write), halls)

    /** One change of what may not be there. */
    const changed = (write: Effect.Effect<Turned | null, StorageFailure>, what: string) =>
      written(Effect.flatMap(write, (turned) => turned === null ? Effect.fail(new NoData({ what })) : Effect.succeed({ turned })))

    const put = Effect.fn("AttendingAdmin.put")(function*(mentions: ReadonlyArray<Mention>) {
      yield* written(records.put(manual, mentions, null))
      const events = yield* store.eventsOf(manual, mentions.map(({ key }) => key))
      const profiles = yield* Effect.forEach(events, (id) => store.event(id))
      return { status: "completed" as const, items_synced: mentions.length, events, unmatched: profiles.flatMap(Option.toArray).flatMap(({ event }) => unmatchedOf(event)) }
    })

    const season = Effect.fn("AttendingAdmin.season")(function*(asked: ManualSeason) {
      const league = leagueOf(asked.event_type)
      if (league === null) return yield* new BadInput({ message: "event_type must be a game, such as mlb_game, where a season is imported" })
      const found = yield* Effect.mapError(schedules.gamesOf(league, asked.team_id, asked.season), ({ message, next }) => new Conflict({ message: `${message}; ${next}` }))
      if (Option.isNone(found)) return yield* new Conflict({ message: `the schedule of ${league} cannot be asked for: import its games one by one` })
      const left = new Set(asked.exceptions)
      const now = yield* Clock.currentTimeMillis
      const home = found.value.filter((game) => game.home.team.id === asked.team_id && game.state !== "cancelled" && game.state !== "postponed")
      const games = home.filter(({ at, date }) => !left.has(date) && (at ?? Date.parse(date)) <= now)
      yield* lookups.putGames(games)
      const done = yield* put(games.map((game) => seasonMention(game, asked.event_type)))
      return { ...done, unmatched: [...done.unmatched, ...unmatchedSeason(asked, home)] }
    })

    return {
      /** Whose Google account is read, and what for. */
      googleAccess: google.access,
      pending: (page: PageOf) => Effect.map(store.pending(page), ({ rows, total }) => ({ data: rows.map(pendingView), pagination: paginationOf(page, total) })),
      promote: Effect.fn("AttendingAdmin.promote")(function*(id: number, added: PromotionBody) {
        const promotion = { kind: added.event_type ?? null, title: added.title ?? null, date: added.event_date ?? null }
        const { event } = yield* written(Effect.flatMap(records.promote(id, promotion), (done): Effect.Effect<{ readonly event: number; readonly turned: Turned }, NoData | BadInput> =>
          done === null
            ? Effect.fail(new NoData({ what: `source ${id}` }))
            : done === "nothing"
            ? Effect.fail(new BadInput({ message: "nothing says on which day this was: give event_date" }))
            : Effect.succeed(done)))
        return { status: "promoted" as const, event_id: event }
      }),
      reject: (id: number) => Effect.as(changed(records.reject(id), `source ${id}`), { status: "rejected" as const, id }),
      merges: (page: PageOf) => Effect.map(store.merges(page), ({ rows, total }) => ({ data: rows.map(mergeView), pagination: paginationOf(page, total) })),
      /** Undoes a merge for good: the mention stands for an event of its own. */
      separate: (id: number) => Effect.as(changed(records.separate(id), `merged source ${id}`), { status: "separated" as const, id }),
      decide: Effect.fn("AttendingAdmin.decide")(function*(event: number, attended: boolean | null) {
        yield* changed(records.decide(event, attended), `event ${event}`)
        const profile = yield* store.event(event)
        return eventDetail(yield* Effect.mapError(profile, () => new NoData({ what: `event ${event}` })), image)
      }),
      importManual: (asked: ManualImport): ReturnType<typeof put> | ReturnType<typeof season> =>
        isSeason(asked) ? season(asked) : put([manualMention(asked)]),
      reprocess: Effect.map(
        written(Effect.map(records.reprocess, ({ count, ...turned }) => ({ count, turned }))),
        ({ count, turned }) => ({ status: "completed" as const, mentions: count, changed: turned.events.length })
      )
    }
  })
}) {}

/** An event that says of what it is a game or a concert, and that no league and no set list is known for. */
const unmatchedOf = ({ concerts, date, game, id, kind, title }: EventFact): ReadonlyArray<Unmatched> =>
  game !== null || concerts.length > 0 || (leagueOf(kind) === null && kind !== "concert") ? [] : [{
    event_id: id, event_date: date, title,
    reason: kind === "concert" ? "no set list is known of it yet: it is looked up after the next sync" : "no game of its league is known on that day yet: it is looked up after the next sync"
  }]

/** A season without a home game, and days left out on which there was none. */
const unmatchedSeason = ({ exceptions = [], season, team_id: team }: ManualSeason, home: ReadonlyArray<Game>): ReadonlyArray<Unmatched> => {
  if (home.length === 0) return [{ event_id: null, event_date: null, title: null, reason: `the league knows no home game of team ${team} in ${season}: check team_id and season` }]
  return exceptions.filter((date) => !home.some((game) => game.date === date))
    .map((date) => ({ event_id: null, event_date: date, title: null, reason: "there was no home game on this day to leave out" }))
}

const isSeason = (asked: ManualImport): asked is ManualSeason => "attendance" in asked
