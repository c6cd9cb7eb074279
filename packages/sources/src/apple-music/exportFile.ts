import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { csvRecords } from "../kit/exportFile/csvRecords.js"
import { makeTally } from "../kit/exportFile/exportPages.js"
import { type OpenFile, type Placed, files, openMembers } from "../kit/exportFile/Format.js"
import { columnsOf } from "../kit/exportFile/formats.js"
import { type Member, baseName, jsonRows } from "../kit/exportFile/members.js"
import { fieldsOf, textOf } from "../kit/jsonValues.js"
import { type PlayRow, playOf } from "../kit/scrobbles/playFile.js"
import { cleanName } from "../kit/values.js"
import { neededColumns, readActivity } from "./activity.js"
import { type ArtistLookup, makeArtistLookup } from "./artists.js"
import { type Listen, counts, listensOf, makeSegments } from "./segments.js"

const source = "apple-music"

/** Names appear with blanks, hyphens and underscores. */
const plain = (name: string): string => name.replace(/[^a-z0-9]+/g, " ").trim()

const isActivity = (name: string): boolean => /^apple music play activity.*\bcsv$/.test(plain(name))
const isDaily = (name: string): boolean => /^apple music play history daily tracks.*\bcsv$/.test(plain(name))
const isLibrary = (name: string): boolean => /^apple music library tracks.*\bjson$/.test(plain(name))
const isOuter = (name: string): boolean => /^(?:apple media services|apple music activity).*\bzip$/.test(plain(name))
const isLibraryArchive = (name: string): boolean => /^apple music library tracks.*\bjson zip$/.test(plain(name))

/**
 * The data that privacy.apple.com sends: `Apple_Media_Services.zip`, the zip around it, or the play activity alone. The
 * lists by day and of the library name the artists, so they are read first.
 */
export const format = files<PlayRow>({
  member: isActivity,
  archives: isOuter,
  begins: (beginning) => {
    const columns = columnsOf(beginning)
    return columns.has("event type") && columns.has("event end timestamp")
  },
  rows: (members, open) =>
    Stream.unwrap(Effect.map(artistsIn(open), (artists) => playsOf(members, { ...open, artists })))
})

/** The artists that the lists by day and of the library name. */
const artistsIn = (open: OpenFile): Effect.Effect<ArtistLookup, SourceFailure> =>
  Effect.gen(function* () {
    const lookup = makeArtistLookup()
    const names = {
      member: (name: string) => isDaily(name) || isLibrary(name),
      archives: (name: string) => isOuter(name) || isLibraryArchive(name)
    }
    // The file alone is the play activity.
    const members = open.archive === null ? Stream.empty : openMembers(names, { ...open, tally: makeTally() })
    yield* Stream.runForEach(members, (member) => {
      const name = baseName(member.name)
      return isDaily(name) ? readDaily(member, lookup) : isLibrary(name) ? readLibrary(member, lookup) : Effect.void
    })
    return lookup
  })

const dayMillis = 86_400_000

const readDaily = (member: Member, lookup: ArtistLookup) =>
  Stream.runForEach(
    csvRecords(member, { source, needed: [["date played"], ["track description"]], cutShort: () => undefined }),
    ({ value }) =>
      Effect.sync(() => {
        const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(value?.("date played").trim() ?? "") ?? []
        const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
        if (value !== null && !Number.isNaN(at)) lookup.addDaily(value("track description"), at / dayMillis)
      })
  )

const readLibrary = (member: Member, lookup: ArtistLookup) =>
  Stream.runForEach(
    jsonRows(member, () => undefined),
    ({ value }) =>
      Effect.sync(() => {
        const track = fieldsOf(value)
        const title = cleanName(textOf(track?.["Title"]))
        const artist = cleanName(textOf(track?.["Artist"]))
        if (title !== null && artist !== null) lookup.addTrack(title, cleanName(textOf(track?.["Album"])) ?? "", artist)
      })
  )

interface Reading extends OpenFile {
  readonly artists: ArtistLookup
}

interface SongNames {
  readonly title: string
  readonly album: string
  readonly artist: string | null
}

/** Listens of a chunk, between which the event loop may have its turn. */
const listensOfChunk = 250

/** A device's stretches become listens when all of them are read: rows are in no order. */
const playsOf = (
  members: Stream.Stream<Member, SourceFailure>,
  { artists, now, tally }: Reading
): Stream.Stream<Placed<PlayRow>, SourceFailure> => {
  const segments = makeSegments()
  const devices = makeIndex<string>()
  const songs = makeIndex<SongNames>()
  let joined = 0
  const unread = Stream.flatMap(members, (member) =>
    csvRecords(member, { source, needed: neededColumns, cutShort: tally.cutShort })
  ).pipe(
    Stream.map(({ place, value }): Placed<PlayRow> | null => {
      const row = value === null ? null : readActivity(value, now)
      if (row === null || typeof row === "string") return { place, row }
      const { album, artist, device, segment, title } = row
      const song = songs.add(JSON.stringify([title, album, artist]), { title, album, artist })
      segments.add({ ...segment, device: devices.add(device, device), song })
      joined++
      return null
    }),
    Stream.filter((row) => row !== null)
  )
  const plays = Stream.unwrap(
    Effect.map(segments.sorted, (sorted) =>
      Stream.fromIteratorSucceed(listensOf(sorted), listensOfChunk).pipe(
        Stream.map((listen): Placed<PlayRow> => {
          joined--
          return { place: "", row: listenPlay(listen, songs.at(listen.song), artists) }
        }),
        Stream.concat(Stream.drain(Stream.sync(() => tally.skip("joined", null, joined))))
      )
    )
  )
  return Stream.concat(unread, plays)
}

const listenPlay = (listen: Listen, { album, artist, title }: SongNames, artists: ArtistLookup): PlayRow => {
  if (!counts(listen)) return "short"
  const day = Math.floor(listen.startedAt / dayMillis)
  return playOf({
    at: listen.startedAt,
    title,
    artist: artist ?? artists.of(title, album, day),
    album,
    duration: listen.length
  })
}

/** Numbers for values, so that each is in memory once. */
const makeIndex = <A>() => {
  const places = new Map<string, number>()
  const values: Array<A> = []
  return {
    add: (key: string, value: A): number => {
      const place = places.get(key) ?? values.push(value) - 1
      places.set(key, place)
      return place
    },
    at: (place: number): A => values[place]!
  }
}
