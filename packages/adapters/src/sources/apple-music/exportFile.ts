import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { columnName, csvRecords } from "../kit/exportFile/csvRecords.js"
import { type Member, baseName, membersOf } from "../kit/exportFile/members.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { fieldsOf, textOf } from "../kit/jsonValues.js"
import { type PlacedRow, type PlayTally, playPages } from "../kit/scrobbles/playFile.js"
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

const hasNeededColumns = (head: string): boolean => {
  const [line = ""] = head.split(/\r\n|\r|\n/, 1)
  const columns = new Set(line.split(",").map((cell) => columnName(cell.replace(/"/g, ""))))
  // The sample may end within the header: the columns are in alphabetical order in recent exports.
  return columns.has("event type") && columns.has("event end timestamp")
}

/** Whether a file is the play activity of Apple Music, or an archive with it. */
export const recogniseAppleMusic = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isActivity(baseName(name)) || isOuter(baseName(name))) || hasNeededColumns(text)

/**
 * The data that privacy.apple.com sends: `Apple_Media_Services.zip`, the zip around it, or the play activity alone. The
 * lists by day and of the library name the artists, so they are read first.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) =>
      playPages(file, {
        source,
        title: "an export of Apple Music",
        expected: "give the zip of Apple Media Services from privacy.apple.com, or its Apple Music Play Activity.csv",
        recognise: recogniseAppleMusic,
        isMember: isActivity,
        archives: isOuter,
        rows: (members, tally) =>
          Stream.unwrap(Effect.map(artistsIn(file), (artists) => playsOf(members, { artists, now, tally })))
      })
    )
  )

/** The artists that the lists by day and of the library name. */
const artistsIn = (file: ImportFile): Effect.Effect<ArtistLookup, SourceFailure> =>
  Effect.gen(function* () {
    const lookup = makeArtistLookup()
    const members = membersOf(file, {
      source,
      isMember: (name) => isDaily(name) || isLibrary(name),
      archives: (name) => isOuter(name) || isLibraryArchive(name),
      cutShort: () => undefined
    })
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

interface Reading {
  readonly artists: ArtistLookup
  readonly now: number
  readonly tally: PlayTally
}

interface SongNames {
  readonly title: string
  readonly album: string
  readonly artist: string | null
}

/** A device's stretches become listens when all of them are read: rows are in no order. */
const playsOf = (
  members: Stream.Stream<Member, SourceFailure>,
  { artists, now, tally }: Reading
): Stream.Stream<PlacedRow, SourceFailure> => {
  const segments = makeSegments()
  const devices = makeIndex<string>()
  const songs = makeIndex<SongNames>()
  let joined = 0
  const unread = Stream.flatMap(members, (member) =>
    csvRecords(member, { source, needed: neededColumns, cutShort: tally.cutShort })
  ).pipe(
    Stream.map(({ place, value }): PlacedRow | null => {
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
  const plays = Stream.suspend(() =>
    Stream.fromIterable(listensOf(segments.sorted())).pipe(
      Stream.map((listen): PlacedRow => {
        joined--
        return { place: "", row: playOf(listen, songs.at(listen.song), artists) }
      }),
      Stream.concat(Stream.drain(Stream.sync(() => tally.skip("joined", null, joined))))
    )
  )
  return Stream.concat(unread, plays)
}

const playOf = (listen: Listen, { album, artist, title }: SongNames, artists: ArtistLookup) => {
  if (!counts(listen)) return "short"
  const day = Math.floor(listen.startedAt / dayMillis)
  const name = artist ?? cleanName(artists.of(title, album, day))
  if (name === null) return "no artist"
  return {
    playedAt: listen.startedAt,
    precision: "second",
    artist: { name, mbid: null, url: null },
    track: { name: title, mbid: null, url: null },
    album: album === "" ? null : { name: album, mbid: null, url: null },
    ...(listen.length === null ? {} : { duration: listen.length })
  } satisfies Play
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
