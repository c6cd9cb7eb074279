import type { FileBeginning, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { badFile } from "../kit/exportFile/exportPages.js"
import { type OpenFile, type Placed, files } from "../kit/exportFile/Format.js"
import { isJsonWith } from "../kit/exportFile/formats.js"
import { type Member, jsonRows } from "../kit/exportFile/members.js"
import { type PlayRow, minPlayTime, playOf } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { type Affix, makeAffixCounts, namesOf, topicArtist, withoutAffix } from "./titles.js"
import { type Entry, readEntry, sentenceOf } from "./wire.js"

export const settings = Setting.settings({
  topicChannels: Setting.flag(
    "DAYBOOK_YOUTUBE_MUSIC_TOPIC_CHANNELS",
    true,
    "whether songs that were played in YouTube itself are imported"
  )
})

const begins = ({ text }: Pick<FileBeginning, "text">): boolean =>
  /^\ufeff?\s*\[\s*\{/.test(text) && isJsonWith(text, "header", "time", "products")

/** Whether a member begins like a history. The others of a Takeout stay closed. */
const isHistory = (sample: FileBeginning, { beginning = Effect.succeed(sample) }: Member): Effect.Effect<boolean> =>
  Effect.map(beginning, begins)

/**
 * The watch history of Google Takeout, in JSON. The folders and the file have names in the language of the account, but
 * the brand is always part of the path. A folder may be zipped again: outside of a Takeout any JSON file may be the
 * history.
 */
export const format = files<PlayRow, never, { readonly topicChannels: boolean }>({
  member: (name, path) =>
    name === "watch-history.json" || /(?:takeout\/.*youtube|(?:^|\/)youtube[^/]*\/).*\.json$/.test(path),
  candidate: (name, path) => name.endsWith(".json") && !path.includes("takeout/"),
  begins,
  rows: (members, { file, now, sample, tally, values }) => {
    const read = (value: unknown) => readEntry(value, now, { isTopicRead: values.topicChannels })
    let count = 0
    const histories = Stream.tap(
      Stream.filterEffect(members, (member) => isHistory(sample, member)),
      () => Effect.sync(() => void count++)
    )
    const check = Effect.suspend(() =>
      count > 0 ? Effect.void : badFile("youtube-music", `${file.name} holds no watch history in JSON`, advice)
    )
    return Stream.flatMap(histories, (member) => rowsOf(member, read, tally)).pipe(
      Stream.concat(Stream.drain(Stream.fromEffect(check)))
    )
  }
})

export const advice =
  "order the Takeout again with the history in JSON: the times on its page in HTML cannot be read for certain"

type ReadEntry = (value: unknown) => ReturnType<typeof readEntry>

const rowsOf = (
  member: Member,
  read: ReadEntry,
  tally: OpenFile["tally"]
): Stream.Stream<Placed<PlayRow>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(namesIn(member, read), (names) =>
      withoutSkips(
        Stream.map(jsonRows(member, tally.cutShort), ({ place, value }) => ({ place, entry: read(value) }))
      ).pipe(Stream.map(({ entry, place }): Placed<PlayRow> => ({ place, row: rowOf(entry, names) })))
    )
  )

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
      const isSkipped = neighbours.some((other) => other !== null && other > at && other - at < minPlayTime)
      return [isSkipped ? { ...song, entry: "too close" } : song]
    }
    return Stream.mapConcat(entries, ({ entry, place }) =>
      entry === null || typeof entry === "string" ? [{ entry, place }] : judge({ entry, place })
    ).pipe(Stream.concat(Stream.suspend(() => Stream.fromIterable(judge(null)))))
  })

const rowOf = (entry: Judged, { affix, artists }: FileNames): PlayRow => {
  if (entry === null || typeof entry === "string") return entry
  const plain = withoutAffix(entry.title, affix)
  if (plain === null) return "no title"
  if (/^https?:\/\/\S+$/.test(plain)) return "removed"
  const { artist, title } = namesOf(entry.channel ?? "", plain, (name) => artists.has(name.toLowerCase()))
  return playOf({ at: entry.at, title, artist, url: entry.url })
}
