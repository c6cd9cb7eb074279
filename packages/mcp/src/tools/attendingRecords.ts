import { Effect } from "effect"
import { ask } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import { type FetchedRecord, type Included, plain } from "./fetchedRecord.js"

export const event = (id: number, has: Included) =>
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

export const player = (id: number, has: Included) =>
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
export const venue = (id: number) =>
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
