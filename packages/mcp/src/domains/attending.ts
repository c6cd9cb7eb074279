import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf, everyRow } from "../Tool.js"
import type { RecordRequest, Share } from "./Domain.js"
import { type FetchedRecord, plain } from "./FetchedRecord.js"
import { builtIn, byCount, maxNames, ranged, spanOf, totalsFrom, yearNumbers } from "./kit.js"

const event = (id: number, { has }: RecordRequest) =>
  Effect.map(ask("attending.event", { id }), (answer): FetchedRecord => {
    const { event_data: data, players, ...rest } = answer
    const { linescore, setlist, ...details } = plain(data)
    const box = players.filter(
      ({ batting_line, notable, pitching_line }) => notable || batting_line !== null || pitching_line !== null
    )
    const songs = Array.isArray(setlist) ? (setlist as ReadonlyArray<{ readonly name: string }>) : []
    return {
      title: `${answer.title}, ${answer.event_date}`,
      url: null,
      facts: {
        ...plain(rest),
        ...details,
        ...(has("box_score")
          ? {
              linescore,
              players: box.map(({ batting_line, pitching_line, player }) => ({
                id: idOf("attending", "player", player.id),
                name: player.full_name,
                batting: batting_line,
                pitching: pitching_line
              }))
            }
          : {}),
        songs: songs.length
      },
      foreign:
        songs.length === 0 || !(has("setlist") || songs.length <= 40)
          ? null
          : songs.map(({ name }, index) => `${index + 1}. ${name}`).join("\n")
    }
  })

const player = (id: number, { has }: RecordRequest) =>
  Effect.map(ask("attending.player", { id }), (answer): FetchedRecord => {
    const {
      appearances,
      awards: _,
      career: _career,
      season_attended_summary: _summary,
      season_stats: _season,
      splits: _splits,
      ...rest
    } = answer
    return {
      title: answer.full_name,
      url: null,
      facts: {
        ...plain(rest),
        ...(has("games")
          ? {
              games: appearances.map(({ batting_line, event_date, event_id, pitching_line, title }) => ({
                id: idOf("attending", "event", event_id),
                date: event_date,
                title,
                batting: batting_line,
                pitching: pitching_line
              }))
            }
          : {})
      }
    }
  })

/** A venue with the latest events there. */
const venue = (id: number) =>
  Effect.map(
    Effect.zip(ask("attending.venue", { id }), ask("attending.events", { venue_id: id, limit: 10 })),
    ([answer, { data, pagination }]): FetchedRecord => ({
      title: answer.name,
      url: null,
      facts: {
        ...plain(answer),
        events_in_all: pagination.total,
        events: data.map(({ event_date, id, title }) => ({
          id: idOf("attending", "event", id),
          date: event_date,
          title
        }))
      }
    })
  )

/** Attended events by venue. */
const venues = (range: WhenRange) =>
  Effect.map(
    everyRow(maxNames, (page) => ask("attending.events", { ...datesOf(range), ...page, attended: true })),
    ({ rows }) => {
      const counts = new Map<string, Share>()
      for (const { venue } of rows) {
        const name = venue?.name ?? "unknown"
        counts.set(name, { name, count: (counts.get(name)?.count ?? 0) + 1, city: venue?.city ?? null })
      }
      return byCount([...counts.values()])
    }
  )

const stats = (range: WhenRange) => ask("attending.stats", datesOf(range))

export const attending = builtIn("attending", {
  noun: "events",
  totals: (range) =>
    Effect.map(stats(range), (totals) => totalsFrom(totals, ["total_events", "attended_events"], ["total_events"])),
  span: () =>
    spanOf(
      (page) => ask("attending.events", { limit: 1, page }),
      ({ event_date }) => event_date
    ),
  year: (year) => askIfAny("attending.year", { year }),
  years: Effect.map(askIfAny("attending.stats"), (stats) => yearNumbers(stats?.by_year)),
  properties: {
    venue: ranged("events", venues),
    category: ranged("events", (range) =>
      Effect.map(stats(range), ({ by_category }) =>
        by_category.map(({ category, count }) => ({ name: category, count }))
      )
    ),
    type: ranged("events", (range) =>
      Effect.map(stats(range), ({ by_event_type }) =>
        by_event_type.map(({ count, event_type }) => ({ name: event_type, count }))
      )
    ),
    year: ranged("events", (range) =>
      Effect.map(stats(range), ({ by_year }) => by_year.map(({ count, year }) => ({ name: year, count })))
    )
  },
  records: { event, player, venue }
})
