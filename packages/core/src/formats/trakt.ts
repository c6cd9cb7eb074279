import { Stream } from "effect"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableViewing, TitleIds } from "./ExportableRecords.js"

/** The ids that Trakt knows, without those that no source reports. */
const idsOf = ({ imdb, tmdb, trakt, tvdb }: TitleIds) => ({
  ...(trakt === null ? {} : { trakt }),
  ...(imdb === null ? {} : { imdb }),
  ...(tmdb === null ? {} : { tmdb }),
  ...(tvdb === null ? {} : { tvdb })
})

/**
 * An entry of a history as Trakt answers and exports it (https://docs.trakt.tv, "Get watched history"). The id is that
 * of the viewing in this instance. A `watch` is a mark by hand: only its day may be known.
 */
const entryOf = ({ episode, id, isDayOnly, title, watchedAt }: ExportableViewing): string => {
  const titled = { title: title.title, year: title.year, ids: idsOf(title.ids) }
  const times = { id, watched_at: new Date(watchedAt).toISOString(), action: isDayOnly ? "watch" : "scrobble" }
  return JSON.stringify(
    episode === null
      ? { ...times, type: "movie", movie: titled }
      : {
          ...times,
          type: "episode",
          episode: { season: episode.season, number: episode.number, title: episode.title, ids: {} },
          show: titled
        }
  )
}

/** The history of films and episodes as one JSON list, oldest first. */
export const trakt = exportFormat({
  name: "trakt",
  domain: "watching",
  about: "Viewings of films and episodes, as the history that Trakt exports",
  extension: "json",
  contentType: "application/json",
  recordsOf: ({ viewings }) => viewings,
  bytesOf: (viewings) =>
    Stream.encodeText(
      Stream.make("[").pipe(
        Stream.concat(Stream.intersperse(Stream.map(viewings, entryOf), ",\n")),
        Stream.concat(Stream.make("]\n"))
      )
    )
})
