import { Effect } from "effect"
import { type AnswerOf, ask, askIfAny } from "../Ask.js"
import { Home } from "../Home.js"
import { idOf, readId } from "../kit/ids.js"
import { amount, listWith, object, truth, words } from "../kit/output.js"
import { fields, flag, oneOf, optional, paged, text, when, whole } from "../kit/params.js"
import { datesOf, everyRow, itemsOf, listPart, partOf, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import { ToolError } from "../ToolError.js"
import { firstYear, lastYear } from "./totals.js"

const domains = ["attending"] as const
const maxPageSize = { events: 100, players: 200 }
const categories = ["sports", "music", "arts"] as const

type Event = AnswerOf<"attending.events">["data"][number]

interface GameFacts {
  readonly home_team?: unknown
  readonly away_team?: unknown
  readonly home_score?: number | null
  readonly away_score?: number | null
  readonly my_team_won?: boolean | null
}

const teamName = (team: unknown): string | null =>
  typeof team === "string" ? team : String((team as { readonly name?: unknown } | null)?.name ?? "") || null

const eventItem = (event: Omit<Event, "event_data"> & { readonly event_data: object }) => {
  const game: GameFacts = event.event_data
  const [home, away] = [teamName(game.home_team ?? null), teamName(game.away_team ?? null)]
  return {
    id: idOf("attending", "event", event.id),
    title: event.title,
    date: event.event_date,
    type: event.event_type,
    status: event.status,
    venue: event.venue?.name ?? null,
    city: event.venue?.city ?? null,
    ...(event.event_type === "concert" ? { performers: event.performers.map(({ name }) => name) } : {}),
    ...(home === null || away === null
      ? {}
      : { home, away, home_score: game.home_score, away_score: game.away_score, won: game.my_team_won })
  }
}

/** The venue that an id, a name or a part of a name means. */
const venueNamed = (name: string) =>
  Effect.gen(function* () {
    const ref = readId(name)
    if (ref?.type === "venue") return ref.id
    const { data } = yield* ask("attending.venues")
    const searched = name.trim().toLowerCase()
    const exact = data.filter((venue) => venue.name.toLowerCase() === searched)
    const [first, ...others] =
      exact.length > 0 ? exact : data.filter((venue) => venue.name.toLowerCase().includes(searched))
    if (first === undefined)
      return yield* new ToolError({
        code: "not_found",
        message: `No venue "${name}".`,
        next: 'Call breakdown with {"domain": "attending", "by": "venue"} for the venues.'
      })
    if (others.length === 0) return first.id
    const matches = [first, ...others].map(({ city, id, name }) =>
      [idOf("attending", "venue", id), name, ...(city === null ? [] : [`(${city})`])].join(" ")
    )
    return yield* new ToolError({
      code: "ambiguous",
      message: `${matches.length} venues match "${name}": ${matches.slice(0, 5).join(", ")}.`,
      next: `Call events with {"venue": "${idOf("attending", "venue", first.id)}"}.`
    })
  })

export const events = readTool({
  name: "events",
  title: "Events",
  description:
    "Games, concerts and theatre attended or with a ticket, newest first. upcoming=true lists what is next, soonest " +
    "first. league with season also gives wins and losses.",
  domains,
  example: { when: "this-year" },
  input: {
    category: optional(oneOf(categories)),
    type: optional(text("such as concert, mlb_game")),
    team: optional(text()),
    league: optional(text("such as mlb")),
    season: optional(whole(firstYear, lastYear)),
    venue: optional(text("part of the name, or id")),
    upcoming: optional(flag()),
    ...when("all"),
    ...paged,
    ...fields
  },
  output: listWith({ title: words, date: words, venue: words, status: words, won: truth, record: object }),
  run: ({ category, fields, league, limit = 20, season, team, type, upcoming = false, venue, when }, { place }) =>
    Effect.gen(function* () {
      const { today } = yield* Home
      const range = yield* rangeOf(when, "all")
      const venueId = venue === undefined ? undefined : yield* venueNamed(venue)
      const record =
        league === undefined || season === undefined
          ? null
          : yield* askIfAny("attending.season", { league: league.toLowerCase(), season })
      const filters = {
        ...datesOf(range),
        category,
        event_type: type ?? (league === undefined ? undefined : `${league.toLowerCase()}_game`),
        season,
        team,
        venue_id: venueId
      }
      const data =
        record === null ? {} : { record: { attended: record.attended_count, wins: record.wins, losses: record.losses } }
      if (upcoming) {
        const from = range.from !== null && range.from > today ? range.from : today
        const { rows } = yield* everyRow(maxPageSize.events, (page) =>
          ask("attending.events", { ...filters, ...page, from })
        )
        const next = rows.filter(({ status }) => status === "upcoming").toReversed()
        const list = partOf(next, place, limit, (part) => itemsOf(part, eventItem, fields))
        return { heading: `upcoming events (${next.length} in all)`, domains, data, list }
      }
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize.events, (page) =>
        ask("attending.events", { ...filters, ...page })
      )
      const list = listPart(itemsOf(rows, eventItem, fields), total, place)
      return { heading: `events, ${wordsOf(range)} (${total} in all)`, domains, range, data, list }
    })
})

/** With more players than this, the list has no lines: each costs one operation and eighty tokens. */
const maxWithLines = 5

const battingNames = ["ab", "r", "h", "doubles", "triples", "hr", "rbi", "bb", "so", "avg"]
const pitchingNames = ["ip", "h", "r", "er", "bb", "so", "era", "whip"]

const some = (line: object | undefined, names: ReadonlyArray<string>) =>
  line === undefined ? undefined : Object.fromEntries(Object.entries(line).filter(([name]) => names.includes(name)))

const linesOf = (id: number, season: number | undefined) =>
  Effect.map(askIfAny("attending.playerStats", { id, season }), (stats) =>
    stats === null || !stats.supported
      ? { games: 0 }
      : {
          games: stats.games,
          batting: some(stats.batting, battingNames),
          pitching: some(stats.pitching, pitchingNames)
        }
  )

export const players = readTool({
  name: "players",
  title: "Players seen in person",
  description:
    "Players of attended games. Up to five also with how they did in the games the owner attended: bat, hits, home " +
    "runs, innings. For each game call fetch with include=[games].",
  domains,
  example: { league: "mlb", limit: 5 },
  input: {
    name: optional(text()),
    league: optional(text("such as mlb")),
    team: optional(text("part of the name")),
    season: optional(whole(firstYear, lastYear)),
    ...paged,
    ...fields
  },
  output: listWith({ name: words, position: words, team: words, games: amount, batting: object, pitching: object }),
  run: ({ fields, league, limit = 20, name, season, team }, { place }) =>
    Effect.gen(function* () {
      const filters = { name, league: league?.toLowerCase() }
      const { rows } = yield* everyRow(maxPageSize.players, (page) => ask("attending.players", { ...filters, ...page }))
      const own = rows.filter(
        ({ primary_team }) =>
          team === undefined || (primary_team?.name ?? "").toLowerCase().includes(team.toLowerCase())
      )
      const all = partOf(own, place, limit)
      const listed = own.slice(place.skip, place.skip + limit)
      const lines = yield* Effect.forEach(
        listed.length <= maxWithLines ? listed : [],
        ({ id }) => linesOf(id, season),
        { concurrency: 5 }
      )
      const items = itemsOf(
        listed,
        (player, index) => ({
          id: idOf("attending", "player", player.id),
          name: player.full_name,
          league: player.league,
          position: player.primary_position,
          team: player.primary_team?.name ?? null,
          ...lines[index]
        }),
        fields
      )
      return { heading: `players seen in person (${own.length} in all)`, domains, list: { ...all, items } }
    })
})
