import {
  type Scrobble,
  watchHistory,
  watchedAdvertisement,
  watchedRemoved,
  watchedSong,
  watchedVideo
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { strToU8, zipSync } from "fflate"
import { youtubeMusic as youtubeMusicSource } from "../../src/youtube-music/source.js"
import { makeAffixCounts, namesOf, withoutAffix } from "../../src/youtube-music/titles.js"
import { readPlays, scrobble, summary } from "../support/playFile.js"
import { fileSample, filesOf } from "../support/importFile.js"

const { exportFile, recognise: recogniseYoutubeMusic } = filesOf(youtubeMusicSource)

const read = readPlays(exportFile)
const at = Date.parse("2025-01-15T10:00:00Z") / 1_000
const expected = ({ artist, at, track }: Scrobble, millis = 123) => [at * 1_000 + millis, artist, track, null]
const songs = Array.from({ length: 30 }, (_, index) =>
  scrobble(at + index * 300, { track: `Song${index} of ${index % 7}`, artist: `Artist ${index % 4}` })
)

describe("YouTube's watch history", () => {
  it.effect("has titles in the language of the account, known or not", () =>
    Effect.gen(function* () {
      for (const language of ["en", "de", "it", "other"] as const) {
        const entries = songs.map((song) => watchedSong(song, { language }))
        const { failure, plays } = yield* read(watchHistory(entries, language))
        expect(failure).toBeNull()
        expect(plays.map(summary), language).toStrictEqual(songs.map((song) => expected(song)).reverse())
        expect(plays[0]?.track.url).toMatch(/^https:\/\/music\.youtube\.com\/watch\?v=/)
      }
    })
  )

  it.effect("has titles in a known language, however few", () =>
    Effect.gen(function* () {
      const sentences = [
        ...["Vous avez regardé *", "Has visto *", "Hai guardato *", "Je hebt naar * gekeken", "Obejrzano: *"],
        ...["Så på *", "Zhlédli jste video *", "Просмотрено видео *", "* を視聴しました", "* adlı videoyu izlediniz"]
      ]
      for (const sentence of sentences) {
        const entries = songs
          .slice(0, 3)
          .map((song) => ({ ...watchedSong(song), title: sentence.replace("*", song.track) }))
        const { plays } = yield* read(JSON.stringify(entries))
        expect(
          plays.map(({ track }) => track.name),
          sentence
        ).toStrictEqual(songs.slice(0, 3).map(({ track }) => track))
      }
    })
  )

  it.effect("has titles in another language, if its other videos are many", () =>
    Effect.gen(function* () {
      const entries = [
        ...songs.slice(0, 2).map((song) => watchedSong(song, { language: "other" })),
        ...songs.map(({ at: second }, index) =>
          watchedVideo(second - 100_000, `Kuulatud lugu Clip${index} no ${index}`)
        )
      ]
      const { plays } = yield* read(JSON.stringify(entries))
      expect(plays.map(summary)).toStrictEqual(songs.slice(0, 2).map((song) => expected(song)))
    })
  )

  it.effect("counts what it leaves out by reason", () =>
    Effect.gen(function* () {
      const entries = [
        watchedSong(scrobble(at)),
        watchedSong(scrobble(at + 300), { millis: null }),
        watchedVideo(at + 600),
        watchedAdvertisement(at + 700),
        watchedRemoved(at + 800, "no address"),
        watchedRemoved(at + 900, "address as title"),
        { ...watchedSong(scrobble(at + 950)), title: "Watched https://www.youtube.com/watch?v=DDDDDDDDDDD" },
        { ...watchedSong(scrobble(at + 1_000)), subtitles: [] },
        { ...watchedSong(scrobble(at + 1_100)), time: "Jan 15, 2025, 10:00:00 AM CET" }
      ]
      const { lines, plays } = yield* read(watchHistory(entries))
      expect(plays.map(summary)).toStrictEqual([expected(scrobble(at + 300), 0), expected(scrobble(at))])
      expect(lines.join("\n")).toContain("9 rows read, 2 kept from 2025-01-15 10:00 to 2025-01-15 10:05 UTC")
      expect(lines.join("\n")).toContain("left out: 1 advertisements, 1 no artist, 1 not music, 3 removed, 1 broken")
    })
  )

  it.effect("drops songs that the next one cuts off within 30 seconds, in either order of the file", () =>
    Effect.gen(function* () {
      const starts = [0, 5, 34, 64, 65, 400]
      const entries = starts.map((start) => watchedSong(scrobble(at + start, { track: `Song ${start}` })))
      for (const order of [entries, [...entries].reverse()]) {
        const { plays } = yield* read(JSON.stringify(order))
        expect(plays.map(({ track }) => track.name).sort()).toStrictEqual(["Song 34", "Song 400", "Song 65"])
      }
    })
  )

  it.effect("has songs that were played in YouTube itself, by their channel", () =>
    Effect.gen(function* () {
      const entries = [
        watchedSong(scrobble(at), { header: "YouTube" }),
        watchedSong(scrobble(at + 300), { header: "YouTube", channel: "Some label" })
      ]
      const text = JSON.stringify(entries)
      expect((yield* read(text)).plays.map(summary)).toStrictEqual([expected(scrobble(at))])
      const closed = yield* read(text, "a.json", { DAYBOOK_YOUTUBE_MUSIC_TOPIC_CHANNELS: "false" })
      expect(closed.plays).toStrictEqual([])
    })
  )

  it.effect("splits a title only at an artist that is known from a channel", () =>
    Effect.gen(function* () {
      const video = { channel: "HollowLanternsVEVO", name: "Hollow Lanterns - Ferry Song" }
      const entries = [watchedSong(scrobble(at), video), watchedSong(scrobble(at + 300))]
      const { plays } = yield* read(JSON.stringify(entries))
      expect(plays.map(summary)).toStrictEqual([expected(scrobble(at)), expected(scrobble(at + 300))])
      const alone = yield* read(JSON.stringify(entries.slice(0, 1)))
      expect(alone.plays.map(({ artist, track }) => [artist.name, track.name])).toStrictEqual([
        ["HollowLanternsVEVO", "Hollow Lanterns - Ferry Song"]
      ])
    })
  )

  it.effect("opens no JSON file of the archive that is no history", () =>
    Effect.gen(function* () {
      const text = JSON.stringify([watchedSong(scrobble(at))])
      const zip = zipSync({
        "Takeout/YouTube and YouTube Music/history/search-history.json": strToU8('[{"header":"YouTube"}]'),
        "Takeout/YouTube and YouTube Music/history/watch-history.json": strToU8(text),
        "Takeout/Google Photos/a.json": strToU8(text)
      })
      expect((yield* read(zip)).plays).toHaveLength(1)
    })
  )

  it.effect("is found in a folder that was zipped again", () =>
    Effect.gen(function* () {
      const text = strToU8(JSON.stringify([watchedSong(scrobble(at), { language: "de" })]))
      for (const path of ["YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.json", "Verlauf/Wiedergabeverlauf.json"])
        expect((yield* read(zipSync({ [path]: text }))).plays.map(summary), path).toStrictEqual([
          expected(scrobble(at))
        ])
      const { failure } = yield* read(zipSync({ "other.json": strToU8("[]") }))
      expect([failure?.state, failure?.message]).toStrictEqual([
        "bad_file",
        "export.zip is not a watch history of YouTube in JSON"
      ])
    })
  )

  it.effect("is refused as a web page, with the advice to order JSON", () =>
    Effect.gen(function* () {
      const page = "Takeout/YouTube and YouTube Music/history/watch-history.html"
      const other = "Takeout/YouTube and YouTube Music/history/search.json"
      for (const content of [
        "<html><body>Watched</body></html>",
        zipSync({ [page]: strToU8("<html>") }),
        zipSync({ [page]: strToU8("<html>"), [other]: strToU8("[]") }),
        "",
        "[]"
      ]) {
        const { failure } = yield* read(content)
        expect([failure?.source, failure?.state]).toStrictEqual(["youtube-music", "bad_file"])
        expect(failure?.next).toContain("JSON")
      }
    })
  )
})

describe("the words around titles", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "ä", "-", "1"), minLength: 1, maxLength: 8 })
  const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "))

  it("are found in any language from enough different titles", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(title, { minLength: 30, maxLength: 60 }),
        fc.constantFrom(["Sledovali jste ", ""], ["", " を視聴しました"], ["Vous avez ", " regardé"], ["Watched ", ""]),
        (titles, [prefix = "", suffix = ""]) => {
          // A word of more than half of the titles would be taken for a part of the sentence.
          const words = titles.flatMap((one) => [one.split(" ")[0]!, one.split(" ").at(-1)!])
          fc.pre(words.every((one) => words.filter((other) => other === one).length * 4 < titles.length))
          const counts = makeAffixCounts()
          titles.forEach((one) => counts.add(`${prefix}${one}${suffix}`))
          const affix = counts.result()
          expect(titles.map((one) => withoutAffix(`${prefix}${one}${suffix}`, affix))).toStrictEqual(titles)
        }
      ),
      { numRuns: 100 }
    )
  })

  it("are not guessed from a few titles", () => {
    const counts = makeAffixCounts()
    for (let count = 0; count < 10; count++) counts.add("Kuulatud lugu Ferry Song")
    expect(counts.result()).toBeNull()
    expect(withoutAffix("Kuulatud lugu Ferry Song", null)).toBeNull()
    expect(withoutAffix("Watched Ferry Song", null)).toBe("Ferry Song")
    expect(withoutAffix("Watched ", null)).toBeNull()
  })
})

describe("namesOf", () => {
  it("takes the artist from the channel, and from the title only if it is known", () => {
    const isArtist = (name: string) => name === "Hollow Lanterns"
    expect(namesOf("Hollow Lanterns - Topic", "A - B", () => true)).toStrictEqual({
      artist: "Hollow Lanterns",
      title: "A - B"
    })
    expect(namesOf("Label", "Hollow Lanterns - Ferry - Song", isArtist)).toStrictEqual({
      artist: "Hollow Lanterns",
      title: "Ferry - Song"
    })
    expect(namesOf("Label", "Nobody - Ferry Song", isArtist).artist).toBe("Label")
  })
})

describe("recogniseYoutubeMusic", () => {
  it("knows the archives by the brand in their folders, and the history by its fields", () => {
    const sample = (...of: Parameters<typeof fileSample>) => recogniseYoutubeMusic(fileSample(...of))
    expect(sample("", "Takeout/YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.json")).toBe(true)
    expect(sample("", "history/watch-history.json")).toBe(true)
    expect(sample("", "YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.json")).toBe(true)
    expect(sample("", "Verlauf/Wiedergabeverlauf.json")).toBe(false)
    expect(sample(JSON.stringify([watchedSong(scrobble(at))]))).toBe(true)
    expect(sample("", "Takeout/Google Photos/a.json")).toBe(false)
    expect(sample('[{"ts":"2021-11-15T13:41:44Z","ms_played":1,"master_metadata_track_name":"x"}]')).toBe(false)
  })
})
