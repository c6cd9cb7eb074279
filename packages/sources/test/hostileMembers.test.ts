import { noIdentifiers } from "@daybook/core/watching"
import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { rowKey } from "../src/kit/ics/CalendarRow.js"
import { lastDateOf, momentOf, wallOf } from "../src/kit/ics/times.js"
import { isoInstant } from "../src/kit/schemas.js"
import { cleanName } from "../src/kit/values.js"
import { bioText } from "../src/lastfm/enrichment.js"
import { readTrack } from "../src/lastfm/wire.js"
import { itemRecord, readFeed } from "../src/letterboxd/wire.js"
import { readItem } from "../src/plex/wire.js"
import { toDetail } from "../src/strava/detail.js"
import { toRun } from "../src/strava/wire.js"
import { ofMovie } from "../src/tmdb/wire.js"
import { toDisc } from "../src/trakt/wire.js"

const megabyte = 1_048_576
const huge = "7".repeat(10 * megabyte)

const run = { id: 1, type: "Run", start_date: "2026-03-14T14:30:00Z" }

const feed = (item: string) =>
  `<?xml version="1.0"?><rss xmlns:letterboxd="https://letterboxd.com"><channel><item><guid>letterboxd-review-1</guid>${item}</item></channel></rss>`

const diary = (item: string) => Either.getOrThrow(readFeed(feed(item))).items.map(itemRecord)

describe("a hostile value in a row", () => {
  it("is dropped from a run, which is kept", () => {
    const hostile = toRun({
      ...run,
      gear_id: huge,
      location_city: huge,
      name: huge,
      moving_time: 1e15,
      elapsed_time: 3e9,
      utc_offset: 1e15,
      map: { summary_polyline: huge }
    })
    expect(hostile).not.toBeNull()
    expect(hostile).toMatchObject({ gear: null, movingTime: 0, elapsedTime: 0, localStart: null, polyline: null })
    expect(hostile!.city!).toHaveLength(500)
    expect(hostile!.name).toHaveLength(500)
    expect(toRun({ ...run, gear_id: "g695626" })!.gear).toStrictEqual({ id: "g695626" })
    expect(toRun({ ...run, gear_id: "g\0" })!.gear).toBeNull()
    const split = { split: 1, distance: 1, elapsed_time: 1, moving_time: 1 }
    expect(
      toDetail({ ...run, splits_standard: [split, { ...split, split: 3e9 }, { ...split, split: 0.5 }] }).splits?.map(
        ({ number }) => number
      )
    ).toStrictEqual([1])
    for (const start_date of ["-100000-01-01T00:00:00Z", "+200000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"])
      expect(toRun({ ...run, start_date })).toBeNull()
  })

  it("is dropped from a film of the media server, which is kept", () => {
    const row = { ratingKey: "1", type: "movie", title: "Tin Roof Hours", duration: 1e15 }
    const item = readItem({
      ...row,
      guid: `plex://movie/${huge}`,
      Guid: [{ id: `imdb://tt${huge}` }, { id: `tvdb://${huge}` }, { id: `tmdb://${huge}` }]
    })
    expect(item?.title).toEqual(expect.objectContaining({ title: "Tin Roof Hours", ids: noIdentifiers }))
    expect(item!.title.details.durationMin).toBeNull()
    expect(readItem({ ...row, ratingKey: "../../identity" })).toBeNull()
  })

  it("leaves a diary entry that can be stored", () => {
    const dated = "<letterboxd:watchedDate>2026-01-11</letterboxd:watchedDate>"
    const [long] = diary(`${dated}<letterboxd:filmTitle>${huge}</letterboxd:filmTitle>`)
    expect(long?.subject.title.title).toHaveLength(500)
    const [nul] = diary(
      `${dated}<letterboxd:filmTitle>Tin&#0; Roof&#xD800; Hours</letterboxd:filmTitle><description>&lt;p&gt;Still&#0; great.&lt;/p&gt;</description>`
    )
    expect(JSON.stringify(nul)).not.toMatch(/\\u0000|\\ud800/)
    expect(nul?.report?.review).toBe("Still great.")
    const [undated] = diary(
      `${dated}<letterboxd:filmTitle>A</letterboxd:filmTitle><pubDate>-100000-01-01T00:00:00Z</pubDate>`
    )
    expect(undated?.report?.loggedAt).toBeNull()
  })

  it("does not cause quadratic run time", () => {
    // A naive expression searches the rest of the text for each unclosed tag.
    const [entry] = diary(
      `<letterboxd:filmTitle>A</letterboxd:filmTitle><description><![CDATA[${"<img ".repeat(megabyte)}]]></description>`
    )
    expect(entry?.subject.title.details.poster).toBeNull()
    expect(bioText("<a ".repeat(megabyte))).not.toBeNull()
    expect(cleanName("🎵".repeat(5 * megabyte))?.length).toBe(1_000)
  })

  it("is not taken for a known word of a disc or play", () => {
    const unknown: Array<string> = []
    const object = { toString: 1 }
    const movie = { title: "A", year: 1999, ids: { trakt: 1, imdb: `tt${huge}` } }
    const disc = toDisc(
      {
        collected_at: "2024-06-15T12:00:00.000Z",
        movie,
        metadata: { audio: object, hdr: huge, audio_channels: object }
      },
      false,
      (word) => unknown.push(word)
    )
    expect(unknown).toStrictEqual(["7".repeat(40), "a object", "a object"])
    expect(disc?.film.ids.imdb).toBeNull()
    expect(toDisc({ collected_at: "-100000-01-01T00:00:00Z", movie, metadata: null }, false, () => {})).toBeNull()
    expect(readTrack({ name: "A", artist: "B", date: { uts: "1" }, "@attr": { nowplaying: object } })?.isPlaying).toBe(
      false
    )
  })

  it("is left out of a film's metadata", () => {
    const film = ofMovie(
      {
        id: 1,
        title: "A",
        imdb_id: `tt${huge}`,
        runtime: 148.5,
        poster_path: "@elsewhere.example/x.jpg",
        credits: { crew: [{ id: 1e12, name: "Ada", job: "Director" }] }
      },
      "en-US",
      "https://image.tmdb.org/t/p"
    )
    expect(film.details).toEqual(
      expect.objectContaining({ durationMin: 149, poster: null, directors: [{ name: "Ada", id: null }] })
    )
    expect(film.ids.imdb).toBeNull()
  })

  it("becomes neither an invalid date of an event nor a key too long for an index", () => {
    expect(rowKey(huge, null)).toHaveLength(600)
    expect(lastDateOf({ kind: "day", wall: wallOf("99991201")! }, 9_999 * 7 * 86_400_000)).toBeNull()
    expect(
      momentOf({ name: "DTSTART", parameters: {}, value: "99991231T235959Z", line: 1 }, () => null, null)
    ).toBeNull()
    expect(isoInstant("0000-01-01T00:00Z")).toBeNull()
  })
})
