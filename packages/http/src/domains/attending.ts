import * as View from "@daybook/core/attending"
import { Attending, categories, eventTypes, leagues } from "@daybook/core/attending"
import { listOf } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenPastAnywhere } from "../kit/caching.js"
import { get } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { InDates, byId, dates, flag, integer, limit, oneOf, page, query, text, yearSince } from "../kit/params.js"

/** Upcoming events end with the day in the venue's time zone. Performers show data of the listening domain. */
const today = { today: "anywhere" } as const
const cached = cachedFor("attending")
const cachedWithListening = cachedFor("attending", "listening")

const years = { minimum: 0, maximum: 9999 }
const number = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const season = integer(years, "Year that the league names the season after")
const teamId = integer(number, "Id of a team in its league")

const Events = query(
  {
    page,
    limit: limit(100),
    category: oneOf(categories, "Only events of this category"),
    event_type: oneOf(eventTypes, "Only events of this type"),
    season,
    year: integer(years, "Only events of this year; ignored if dates are given"),
    venue_id: integer(number, "Only events at this venue"),
    attended: flag("true: only attended events; false: only others"),
    team: text("Part of either team's name, case-insensitive"),
    team_id: teamId,
    ...dates
  },
  { page: 1, limit: 20 }
)
const Players = query(
  {
    page,
    limit: limit(200),
    league: oneOf(leagues, "Only players of this league"),
    team_id: teamId,
    name: text("Part of the name, ignoring case and diacritics")
  },
  { page: 1, limit: 50 }
)
const Stats = query({ season }, {})
const Player = byId("Id of the player")

/** Games, concerts and shows. */
export class AttendingApi extends HttpApiGroup.make("attending")
  .add(
    get("events", "/events", "List events")
      .setUrlParams(Events.params)
      .addSuccess(listOf(View.EventView))
      .annotateContext(cachedWithListening("short", today))
      .annotate(Description, "Attended and ticketed events, newest first. Dates are in the venue's time zone.")
  )
  .add(
    get("event", "/events/:id", "Event detail")
      .setPath(byId("Id of the event"))
      .addSuccess(View.EventDetail)
      .addError(NotFound)
      .annotateContext(cachedWithListening("short", today))
      .annotate(Description, "One event with its players and the source of each field.")
  )
  .add(
    get("season", "/seasons/:league/:season", "Attended season")
      .setPath(
        Schema.Struct({
          league: Schema.String.annotations({ description: "League such as mlb, case-insensitive" }),
          season
        })
      )
      .addSuccess(View.AttendedSeason)
      .addError(NotFound)
      .annotateContext(cachedWithListening("short", today))
      .annotate(Description, "Attended and ticketed games of a season, with wins and losses of the attended games.")
  )
  .add(
    get("venues", "/venues", "List venues")
      .addSuccess(View.Venues)
      .annotateContext(cached("medium"))
      .annotate(Description, "Venues of events, by name.")
  )
  .add(
    get("venue", "/venues/:id", "Venue detail")
      .setPath(byId("Id of the venue"))
      .addSuccess(View.VenueView)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One venue of events.")
  )
  .add(
    get("stats", "/stats", "Attending statistics")
      .setUrlParams(InDates.params)
      .addSuccess(View.AttendingStats)
      .annotateContext(cached("short", today))
      .annotate(
        Description,
        "Counts of past events, over all time or between dates. The breakdowns count attended events."
      )
  )
  .add(
    get("players", "/players", "List players")
      .setUrlParams(Players.params)
      .addSuccess(listOf(View.PlayerView))
      .annotateContext(cached("medium", today))
      .annotate(Description, "Players of attended games, by last name.")
  )
  .add(
    get("player", "/players/:id", "Player detail")
      .setPath(Player)
      .addSuccess(View.PlayerDetail)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "One player with all attended games.")
  )
  .add(
    get("playerStats", "/players/:id/stats", "Player statistics")
      .setPath(Player)
      .setUrlParams(Stats.params)
      .addSuccess(View.PlayerStats)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "A player's totals over attended games, for one season or all.")
  )
  .add(
    get("year", "/year/:year", "Attending year in review")
      .setPath(Schema.Struct({ year: yearSince(1900) }))
      .addSuccess(View.YearOfEvents)
      .addError(NotFound)
      .annotateContext(cached(longWhenPastAnywhere, today))
      .annotate(Description, "Review of a year of attended events.")
  )
  .annotate(Description, "Attended games, concerts, theatre and comedy, with tickets.")
  .prefix("/attending")
  .middleware(Authentication) {}

export const attending = handlersFor(AttendingApi)([Attending], (attending) => ({
  events: Events.handle(
    ({
      attended = null,
      category = null,
      event_type: kind = null,
      limit,
      page,
      season = null,
      team = null,
      team_id: teamId = null,
      venue_id: venue = null,
      year,
      ...dates
    }) =>
      attending.events({ page: { page, limit }, category, kind, season, venue, attended, team, teamId }, year, dates)
  ),
  event: ({ path }) => attending.event(path.id),
  season: ({ path }) => attending.season(path.league, path.season),
  venues: () => attending.venues,
  venue: ({ path }) => attending.venue(path.id),
  stats: ({ urlParams }) => attending.stats(urlParams),
  players: Players.handle(({ league = null, name = null, team_id: teamId = null, ...page }) =>
    attending.players({ page, league, teamId, name })
  ),
  player: ({ path }) => attending.player(path.id),
  playerStats: ({ path, urlParams }) => attending.playerStats(path.id, urlParams.season ?? null),
  year: ({ path }) => attending.year(path.year)
}))
