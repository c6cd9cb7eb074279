import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { badFile } from "../kit/exportFile/exportPages.js"
import { type Member, baseName, startOf } from "../kit/exportFile/members.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { type PlacedRow, type PlayTally, importOption, leastPlayTime, playPages } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { cleanName } from "../kit/values.js"
import { type Affix, makeAffixCounts, namesOf, topicArtist, withoutAffix } from "./titles.js"
import { type Entry, readEntry, sentenceOf } from "./wire.js"

const source = "youtube-music"

const topicSetting = Setting.flag(
  "DAYBOOK_YOUTUBE_MUSIC_TOPIC_CHANNELS",
  true,
  "whether songs that were played in YouTube itself are imported"
)

export const settings = Setting.settings({ topicChannels: topicSetting })

/**
 * The folders and the file have names in the language of the account, but the brand is always part of the path. Outside
 * of a Takeout any JSON file may be the history.
 */
const isMember = (name: string, path: string): boolean =>
  name.endsWith(".json") && (path.includes("youtube") || !path.includes("takeout/"))

const looksLikeHistory = (head: string): boolean =>
  /^\ufeff?\s*\[\s*\{/.test(head) && ['"header"', '"time"', '"products"'].every((field) => head.includes(field))

/** Whether a file is a watch history in JSON, or a Takeout archive of YouTube. */
export const recogniseYoutubeMusic = ({ entries, text }: FileSample): boolean =>
  looksLikeHistory(text) ||
  (entries ?? []).some(
    (name) =>
      baseName(name) === "watch-history.json" || /(?:takeout\/.*youtube|(?:^|\/)youtube[^/]*\/).*\.json$/i.test(name)
  )

/** The watch history of Google Takeout, in JSON. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const isTopicRead = yield* importOption(source, topicSetting)
      const read = (value: unknown) => readEntry(value, now, { isTopicRead })
      return playPages(file, {
        source,
        title: "a watch history of YouTube in JSON",
        expected: advice,
        // A folder of the Takeout may be zipped again. Its names are then in any language.
        recognise: (sample) =>
          recogniseYoutubeMusic(sample) || (sample.entries ?? []).some((name) => /\.json$/i.test(name)),
        isMember,
        rows: (members, tally) => {
          let count = 0
          const histories = Stream.tap(Stream.filterEffect(members, isHistory), () => Effect.sync(() => void count++))
          const check = Effect.suspend(() =>
            count > 0 ? Effect.void : badFile(source, `${file.name} holds no watch history in JSON`, advice)
          )
          return Stream.flatMap(histories, (member) => rowsOf(member, read, tally)).pipe(
            Stream.concat(Stream.drain(Stream.fromEffect(check)))
          )
        }
      })
    })
  )

const advice =
  "order the Takeout again with the history in JSON: the times on its page in HTML cannot be read for certain"

type ReadEntry = (value: unknown) => ReturnType<typeof readEntry>

const rowsOf = (member: Member, read: ReadEntry, tally: PlayTally): Stream.Stream<PlacedRow, SourceFailure> =>
  Stream.unwrap(
    Effect.map(namesIn(member, read), (names) =>
      withoutSkips(
        Stream.map(jsonRows(member, tally.cutShort), ({ place, value }) => ({ place, entry: read(value) }))
      ).pipe(Stream.map(({ entry, place }): PlacedRow => ({ place, row: rowOf(entry, names) })))
    )
  )

/** Whether a member begins like a history. The others of a Takeout are closed again. */
const isHistory = ({ bytes }: Member): Effect.Effect<boolean, SourceFailure> =>
  Effect.map(startOf(bytes), looksLikeHistory)

interface FileNames {
  readonly affix: Affix | null
  readonly artists: ReadonlySet<string>
}

/** What the whole file says about titles: the words around them, and the names of artists. */
const namesIn = (member: Member, read: ReadEntry) =>
  Effect.gen(function* () {
    const affixes = makeAffixCounts()
    const artists = new Set<string>()
    yield* Stream.runForEach(
      jsonRows(member, () => undefined),
      ({ value }) =>
        Effect.sync(() => {
          // Videos that are no music have the same words around their titles.
          const sentence = sentenceOf(value)
          if (sentence !== null) affixes.add(sentence)
          const entry = read(value)
          if (entry === null || typeof entry === "string") return
          const artist = topicArtist(entry.channel ?? "")
          if (artist !== null) artists.add(artist.toLowerCase())
        })
    )
    return { affix: affixes.result(), artists } satisfies FileNames
  })

type Judged = ReturnType<typeof readEntry> | "too close"

interface PlacedEntry<A> {
  readonly place: string
  readonly entry: A
}

/**
 * Marks songs that were skipped: the next one begins within 30 seconds. Entries are newest first, in some files oldest
 * first, so each song is compared with both neighbours.
 */
const withoutSkips = <E>(
  entries: Stream.Stream<PlacedEntry<ReturnType<typeof readEntry>>, E>
): Stream.Stream<PlacedEntry<Judged>, E> =>
  Stream.suspend(() => {
    let before: number | null = null
    let pending: PlacedEntry<Entry> | null = null
    const judge = (next: PlacedEntry<Entry> | null): ReadonlyArray<PlacedEntry<Judged>> => {
      const song = pending
      const neighbours = [before, next?.entry.at ?? null]
      before = song?.entry.at ?? null
      pending = next
      if (song === null) return []
      const { at } = song.entry
      const isSkipped = neighbours.some((other) => other !== null && other > at && other - at < leastPlayTime)
      return [isSkipped ? { ...song, entry: "too close" } : song]
    }
    return Stream.mapConcat(entries, ({ entry, place }) =>
      entry === null || typeof entry === "string" ? [{ entry, place }] : judge({ entry, place })
    ).pipe(Stream.concat(Stream.suspend(() => Stream.fromIterable(judge(null)))))
  })

const rowOf = (entry: Judged, { affix, artists }: FileNames): PlacedRow["row"] => {
  if (entry === null || typeof entry === "string") return entry
  const plain = withoutAffix(entry.title, affix)
  if (plain === null) return "no title"
  if (/^https?:\/\/\S+$/.test(plain)) return "removed"
  const names = namesOf(entry.channel ?? "", plain, (name) => artists.has(name.toLowerCase()))
  const [artist, title] = [cleanName(names.artist), cleanName(names.title)]
  if (title === null) return "no title"
  if (artist === null) return "no artist"
  return {
    playedAt: entry.at,
    precision: "second",
    artist: { name: artist, mbid: null, url: null },
    track: { name: title, mbid: null, url: entry.url },
    album: null
  }
}
