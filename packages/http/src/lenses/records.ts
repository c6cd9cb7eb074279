import type { BuiltInDomain } from "@daybook/core"
import type { LensScope } from "@daybook/core/lenses"
import type { EntityType } from "@daybook/core/shared"

/** The operations that show the records of a type. Feed and search show a record if the lens allows one of them. */
const shownBy: Readonly<Record<BuiltInDomain, Readonly<Partial<Record<EntityType, ReadonlyArray<string>>>>>> = {
  listening: {
    artist: ["artists", "artist", "topArtists"],
    album: ["albums", "album", "topAlbums", "recentAlbums"],
    track: ["track", "topTracks", "recent", "history"]
  },
  running: { activity: ["recent", "activities"] },
  watching: { movie: ["recent", "movies", "movie"], show: ["shows", "show"] },
  collecting: { release: ["records", "record", "recentRecords"], media: ["discs", "disc", "recentDiscs"] },
  reading: {
    article: ["recent", "articles", "article", "archive", "currentlyReading"],
    highlight: ["highlights", "highlight", "randomHighlight"]
  },
  attending: { event: ["events", "event"], venue: ["venues", "venue"], player: ["players", "player"] }
}

/** The types of records that these operations show, by domain. */
export const typesShown = (operations: Iterable<string>): LensScope["types"] => {
  const allowed = new Set(operations)
  return new Map(
    Object.entries(shownBy).flatMap(([domain, types]) => {
      const names = Object.entries(types).flatMap(([type, showing]) =>
        showing?.some((name) => allowed.has(`${domain}.${name}`)) === true ? [type] : []
      )
      return names.length === 0 ? [] : [[domain, names] as const]
    })
  )
}
