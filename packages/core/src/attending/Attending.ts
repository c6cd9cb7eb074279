import { Effect, Option } from "effect"
import { Pictures } from "../images/Picture.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type Days, parseDays } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { yearOf, yearStart } from "../shared/LocalDate.js"
import { paginationOf } from "../shared/Pagination.js"
import { AttendingStore, type EventsOf, type PlayersOf } from "./AttendingStore.js"
import { gameOf, leagues } from "./kinds.js"
import { PlayerStatsFinder } from "./PlayerStatsFinder.js"
import { attendedSeason, attendingStats, venues, yearOfEvents } from "./views/counts.js"
import { eventDetail, eventView } from "./views/event.js"
import { playerDetail, playerStats } from "./views/playerDetail.js"
import { playerView } from "./views/player.js"

const firstYear = 1900

const daysOfYear = (year: number): Days => ({ from: yearStart(year), to: `${yearStart(year).slice(0, 4)}-12-31` })

/** Everything that can be asked about attending. Days are those at the venue. */
export class Attending extends Effect.Service<Attending>()("@daybook/core/Attending", {
  effect: Effect.gen(function*() {
    const store = yield* AttendingStore
    const calendar = yield* Calendar
    const finder = yield* PlayerStatsFinder
    const { image } = yield* Pictures

    /** Dates before a year. */
    const daysOf = Effect.fn(function*(filters: DateFilters, year: number | undefined) {
      if (year !== undefined && year < 1) return yield* new BadInput({ message: "year must be a year" })
      const days = yield* parseDays(calendar, filters)
      return days.from === null && days.to === null && year !== undefined ? daysOfYear(year) : days
    })

    const playerOf = (id: number) =>
      Effect.flatMap(store.player(id), Option.match({ onNone: () => new NoData({ what: `player ${id}` }), onSome: Effect.succeed }))

    return {
      events: Effect.fn("Attending.events")(function*(of: Omit<EventsOf, "days">, year: number | undefined, filters: DateFilters) {
        const { rows, total } = yield* store.events({ ...of, days: yield* daysOf(filters, year) })
        return { data: rows.map(eventView(image)), pagination: paginationOf(of.page, total) }
      }),
      event: Effect.fn("Attending.event")(function*(id: number) {
        const profile = yield* store.event(id)
        return eventDetail(yield* Effect.mapError(profile, () => new NoData({ what: `event ${id}` })), image)
      }),
      season: Effect.fn("Attending.season")(function*(asked: string, season: number) {
        const league = leagues.find((one) => one === asked.toLowerCase())
        const games = league === undefined ? [] : yield* store.season(gameOf(league), season)
        if (league === undefined || games.length === 0) return yield* new NoData({ what: `games of ${asked} in ${season}` })
        return attendedSeason(league, season, games, image)
      }),
      venues: Effect.map(store.venues, (all) => venues(all, image)),
      stats: Effect.fn("Attending.stats")(function*(filters: DateFilters) {
        return attendingStats(yield* store.counts(yield* daysOf(filters, undefined)))
      }),
      players: (of: PlayersOf) =>
        Effect.map(store.players(of), ({ rows, total }) => ({ data: rows.map(playerView(image)), pagination: paginationOf(of.page, total) })),
      player: Effect.fn("Attending.player")(function*(id: number) {
        const player = yield* playerOf(id)
        const told = yield* finder.of(player.player.league, player.player.id, null)
        return playerDetail(player, yield* store.played(id, null), Option.getOrNull(told), image)
      }),
      playerStats: Effect.fn("Attending.playerStats")(function*(id: number, season: number | null) {
        const player = yield* playerOf(id)
        return playerStats(player, yield* store.played(id, season), season)
      }),
      year: Effect.fn("Attending.year")(function*(year: number) {
        const next = yearOf(yield* calendar.today) + 1
        if (!Number.isInteger(year) || year < firstYear || year > next) return yield* new BadInput({ message: `year must be from ${firstYear} to ${next}` })
        const events = yield* store.attended(daysOfYear(year))
        return events.length === 0 ? yield* new NoData({ what: `events attended in ${year}` }) : yearOfEvents(year, events)
      })
    }
  })
}) {}
