import * as View from "@daybook/core/attending"
import { Attending, categories, eventTypes, leagues } from "@daybook/core/attending"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, flag, id, integer, limit, oneOf, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenPastAnywhere } from "../shared/span.js"

/** What is to come is over with the day at its venue, and performers are artists of the listening room. */
const today = { today: "anywhere" } as const
const made = madeOf("attending")
const besideHeard = madeOf("attending", "listening")

const years = { minimum: 0, maximum: 9999 }
const number = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const season = integer(years, "The year that the league names the season after")
const teamId = integer(number, "The league's own number of a team")

const Events = query({
  page,
  limit: limit(100),
  category: oneOf(categories, "Only this category"),
  event_type: oneOf(eventTypes, "Only events of this type"),
  season,
  year: integer(years, "Only events of this year; dates go before it"),
  venue_id: integer(number, "Only events at this venue"),
  attended: flag("Only events that were attended, or were not"),
  team: text("Part of either team's name, upper and lower case alike"),
  team_id: teamId,
  ...dates
}, { page: 1, limit: 20 })
const Dates = query(dates, {})
const Players = query({
  page,
  limit: limit(200),
  league: oneOf(leagues, "Only players of this league"),
  team_id: teamId,
  name: text("Part of a name, whatever case and marks")
}, { page: 1, limit: 50 })
const Stats = query({ season }, {})
const Player = Schema.Struct({ id: id("The player's id") })

/** Games, concerts and shows: `api.md` §2.12 to 2.16 and §4, contract §7. */
export class AttendingApi extends HttpApiGroup.make("attending")
  .add(HttpApiEndpoint.get("events", "/events").setUrlParams(Events.params).addSuccess(listOf(View.EventView))
    .annotateContext(besideHeard("short", today)).annotate(Description, "Events, attended or ticketed, newest first. Days are those at the venue."))
  .add(HttpApiEndpoint.get("event", "/events/:id").setPath(Schema.Struct({ id: id("The event's id") })).addSuccess(View.EventDetail).addError(NotFound)
    .annotateContext(besideHeard("short", today)).annotate(Description, "One event with who played, and which source gave each field."))
  .add(HttpApiEndpoint.get("season", "/seasons/:league/:season")
    .setPath(Schema.Struct({ league: Schema.String.annotations({ description: "Such as mlb, upper and lower case alike" }), season }))
    .addSuccess(View.AttendedSeason).addError(NotFound)
    .annotateContext(besideHeard("short", today)).annotate(Description, "The games of a season that were attended or ticketed, with the wins and losses of the attended ones."))
  .add(HttpApiEndpoint.get("venues", "/venues").addSuccess(View.Venues)
    .annotateContext(made("medium")).annotate(Description, "Where events were, by name."))
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.AttendingStats)
    .annotateContext(made("short", today)).annotate(Description, "Events that are over, of everything or between dates; parts are of attended events."))
  .add(HttpApiEndpoint.get("players", "/players").setUrlParams(Players.params).addSuccess(listOf(View.PlayerView))
    .annotateContext(made("medium", today)).annotate(Description, "Who was seen playing, by last name."))
  .add(HttpApiEndpoint.get("player", "/players/:id").setPath(Player).addSuccess(View.PlayerDetail).addError(NotFound)
    .annotateContext(made("medium", today)).annotate(Description, "One player, with each attended game."))
  .add(HttpApiEndpoint.get("playerStats", "/players/:id/stats").setPath(Player).setUrlParams(Stats.params).addSuccess(View.PlayerStats).addError(NotFound)
    .annotateContext(made("medium", today)).annotate(Description, "A player's sums over attended games, of a season or of all."))
  .add(HttpApiEndpoint.get("year", "/year/:year").setPath(Schema.Struct({ year: integer(years, "A year from 1900 to the next") })).addSuccess(View.YearOfEvents).addError(NotFound)
    .annotateContext(made(longWhenPastAnywhere, today)).annotate(Description, "A year of attended events."))
  .annotate(Description, "Games, concerts, theatre and comedy that were seen, with their tickets.")
  .prefix("/attending")
  .middleware(Authentication)
{}

export const attending = room(AttendingApi)(Effect.map(Attending, (attending) => ({
  events: ({ urlParams }) =>
    Events.ask(urlParams, ({ attended = null, category = null, event_type: kind = null, limit, page, season = null, team = null, team_id: teamId = null, venue_id: venue = null, year, ...dates }) =>
      attending.events({ page: { page, limit }, category, kind, season, venue, attended, team, teamId }, year, dates)),
  event: ({ path }) => attending.event(path.id),
  season: ({ path }) => attending.season(path.league, path.season),
  venues: () => attending.venues,
  stats: ({ urlParams }) => attending.stats(urlParams),
  players: ({ urlParams }) =>
    Players.ask(urlParams, ({ league = null, name = null, team_id: teamId = null, ...page }) => attending.players({ page, league, teamId, name })),
  player: ({ path }) => attending.player(path.id),
  playerStats: ({ path, urlParams }) => attending.playerStats(path.id, urlParams.season ?? null),
  year: ({ path }) => attending.year(path.year)
})))
