import { Effect, Option } from "effect"
import { Pictures } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { daysOfYear, yearQueries } from "../kit/years.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, parseDays } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import { gameOf, leagues } from "./kinds.js"
import { AttendingStore, type EventsOf, PlayerStatsFinder, type PlayersOf } from "./store.js"
import { eventDetail, eventView, venueView } from "./views/events.js"
import { playerDetail, playerStats } from "./views/playerDetail.js"
import { playerView } from "./views/players.js"
import { attendedSeason, attendingStats, venues, yearOfEvents } from "./views/statistics.js"

/** All queries about attending. Days are those at the venue. */
export class Attending extends Effect.Service<Attending>()("@daybook/core/Attending", {
  effect: Effect.gen(function* () {
    const store = yield* AttendingStore
    const calendar = yield* Calendar
    const finder = yield* PlayerStatsFinder
    const { image } = yield* Pictures
    const years = yearQueries(calendar, { first: 1900 })
    /** As a filter, any year of the calendar is accepted. */
    const filterYears = yearQueries(calendar, { first: 1, last: 9999 })

    /** The requested days. Dates override the year. */
    const daysOf = Effect.fn(function* (filters: DateFilters, year: number | undefined) {
      if (year !== undefined) yield* filterYears.accept(year)
      const days = yield* parseDays(calendar, filters)
      return days.from === null && days.to === null && year !== undefined ? daysOfYear(year) : days
    })

    const playerOf = (id: number) => Effect.flatMap(store.player(id), orNotFound(`player ${id}`))

    return {
      events: Effect.fn("Attending.events")(function* (
        query: Omit<EventsOf, "days">,
        year: number | undefined,
        filters: DateFilters
      ) {
        const days = yield* daysOf(filters, year)
        return pageView(query.page, eventView(image))(yield* store.events({ ...query, days }))
      }),
      event: Effect.fn("Attending.event")(function* (id: number) {
        return eventDetail(yield* Effect.flatMap(store.event(id), orNotFound(`event ${id}`)), image)
      }),
      season: Effect.fn("Attending.season")(function* (leagueName: string, season: number) {
        const league = leagues.find((one) => one === leagueName.toLowerCase())
        const games = league === undefined ? [] : yield* store.season(gameOf(league), season)
        if (league === undefined || games.length === 0)
          return yield* new NoData({ what: `games of ${leagueName} in ${season}` })
        return attendedSeason(league, season, games, image)
      }),
      venues: Effect.map(store.venues, (all) => venues(all, image)),
      venue: Effect.fn("Attending.venue")(function* (id: number) {
        const one = (yield* store.venues).find((venue) => venue.id === id)
        return one === undefined ? yield* new NoData({ what: `venue ${id}` }) : venueView(image)(one)
      }),
      stats: Effect.fn("Attending.stats")(function* (filters: DateFilters) {
        return attendingStats(yield* store.counts(yield* daysOf(filters, undefined)))
      }),
      players: (query: PlayersOf) => Effect.map(store.players(query), pageView(query.page, playerView(image))),
      player: Effect.fn("Attending.player")(function* (id: number) {
        const player = yield* playerOf(id)
        const leagueStats = yield* finder.of(player.player.league, player.player.id, null)
        return playerDetail(player, yield* store.played(id, null), Option.getOrNull(leagueStats), image)
      }),
      playerStats: Effect.fn("Attending.playerStats")(function* (id: number, season: number | null) {
        const player = yield* playerOf(id)
        return playerStats(player, yield* store.played(id, season), season)
      }),
      year: Effect.fn("Attending.year")(function* (year: number) {
        const events = yield* store.attended(daysOfYear(yield* years.accept(year)))
        return events.length === 0
          ? yield* new NoData({ what: `events attended in ${year}` })
          : yearOfEvents(year, events)
      })
    }
  })
}) {}
