import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { rowKey } from "../../src/sources/ics/CalendarRow.js"
import { lastDateOf, momentOf, wallOf } from "../../src/sources/ics/times.js"
import { bioText } from "../../src/sources/lastfm/bio.js"
import { readTrack } from "../../src/sources/lastfm/Track.js"
import { isoInstant } from "../../src/sources/leagues/isoInstant.js"
import { readFeed } from "../../src/sources/letterboxd/feed.js"
import { ofItem } from "../../src/sources/letterboxd/toRecords.js"
import { readItem } from "../../src/sources/plex/wire.js"
import { cleanName } from "../../src/sources/scrobbles/index.js"
import { toDetail, toRun } from "../../src/sources/strava/toRecords.js"
import { ofMovie } from "../../src/sources/tmdb/toTitle.js"
import { toDisc } from "../../src/sources/trakt/toRecords.js"

const megabyte = 1_048_576
const huge = "7".repeat(10 * megabyte)

const run = { id: 1, type: "Run", start_date: "2026-03-14T14:30:00Z" }

const feed = (item: string) =>
  `<?xml version="1.0"?><rss xmlns:letterboxd="https://letterboxd.com"><channel><item><guid>letterboxd-review-1</guid>${item}</item></channel></rss>`

const diary = (item: string) => Either.getOrThrow(readFeed(feed(item))).items.map(ofItem)

describe("a hostile member of a row", () => {
  it("of a run's costs itself alone", () => {
    const hostile = toRun({ ...run, gear_id: huge, location_city: huge, name: huge, moving_time: 1e15, elapsed_time: 3e9, utc_offset: 1e15, map: { summary_polyline: huge } })
    assert.isNotNull(hostile)
    assert.deepInclude(hostile, { gear: null, movingTime: 0, elapsedTime: 0, localStart: null, polyline: null })
    assert.strictEqual(hostile!.city!.length, 500)
    assert.strictEqual(hostile!.name.length, 500)
    assert.deepStrictEqual(toRun({ ...run, gear_id: "g695626" })!.gear, { id: "g695626" })
    assert.isNull(toRun({ ...run, gear_id: "g\0" })!.gear)
    const split = { split: 1, distance: 1, elapsed_time: 1, moving_time: 1 }
    assert.deepStrictEqual(toDetail({ ...run, splits_standard: [split, { ...split, split: 3e9 }, { ...split, split: 0.5 }] }).splits?.map(({ number }) => number), [1])
    for (const start_date of ["-100000-01-01T00:00:00Z", "+200000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"]) assert.isNull(toRun({ ...run, start_date }))
  })

  it("of a film's in the media server costs itself alone", () => {
    const row = { ratingKey: "1", type: "movie", title: "Tin Roof Hours", duration: 1e15 }
    const item = readItem({ ...row, guid: `plex://movie/${huge}`, Guid: [{ id: `imdb://tt${huge}` }, { id: `tvdb://${huge}` }, { id: `tmdb://${huge}` }] })
    assert.deepInclude(item?.title, { title: "Tin Roof Hours", ids: { letterboxd: null, tmdb: null, tmdbSeries: null, imdb: null, tvdb: null, plex: null } })
    assert.isNull(item!.title.details.durationMin)
    assert.isNull(readItem({ ...row, ratingKey: "../../identity" }))
  })

  it("of a film diary's leaves an entry that can be stored", () => {
    const dated = "<letterboxd:watchedDate>2026-01-11</letterboxd:watchedDate>"
    const [long] = diary(`${dated}<letterboxd:filmTitle>${huge}</letterboxd:filmTitle>`)
    assert.strictEqual(long?.subject.title.title.length, 500)
    const [nul] = diary(`${dated}<letterboxd:filmTitle>Tin&#0; Roof&#xD800; Hours</letterboxd:filmTitle><description>&lt;p&gt;Still&#0; great.&lt;/p&gt;</description>`)
    assert.notMatch(JSON.stringify(nul), /\\u0000|\\ud800/)
    assert.strictEqual(nul?.report?.review, "Still great.")
    const [undated] = diary(`${dated}<letterboxd:filmTitle>A</letterboxd:filmTitle><pubDate>-100000-01-01T00:00:00Z</pubDate>`)
    assert.isNull(undated?.report?.loggedAt)
  })

  it("does not keep the process busy for ever", () => {
    // Each beginning of a tag was looked for the end of, through all that follows.
    const [entry] = diary(`<letterboxd:filmTitle>A</letterboxd:filmTitle><description><![CDATA[${"<img ".repeat(megabyte)}]]></description>`)
    assert.isNull(entry?.subject.title.details.poster)
    assert.isNotNull(bioText("<a ".repeat(megabyte)))
    assert.strictEqual(cleanName("🎵".repeat(5 * megabyte))?.length, 1_000)
  })

  it("of a disc's or a play's is no word", () => {
    const unknown: Array<string> = []
    const object = { toString: 1 }
    const movie = { title: "A", year: 1999, ids: { trakt: 1, imdb: `tt${huge}` } }
    const disc = toDisc({ collected_at: "2024-06-15T12:00:00.000Z", movie, metadata: { audio: object, hdr: huge, audio_channels: object } }, false, (word) => unknown.push(word))
    assert.deepStrictEqual(unknown, ["7".repeat(40), "a object", "a object"])
    assert.isNull(disc?.film.ids.imdb)
    assert.isNull(toDisc({ collected_at: "-100000-01-01T00:00:00Z", movie, metadata: null }, false, () => {}))
    assert.isFalse(readTrack({ name: "A", artist: "B", date: { uts: "1" }, "@attr": { nowplaying: object } })?.isPlaying)
  })

  it("of a description of a film's is left out", () => {
    const film = ofMovie({ id: 1, title: "A", imdb_id: `tt${huge}`, runtime: 148.5, poster_path: "@elsewhere.example/x.jpg", credits: { crew: [{ id: 1e12, name: "Ada", job: "Director" }] } }, "en-US", "https://image.tmdb.org/t/p")
    assert.deepInclude(film.details, { durationMin: 149, poster: null, directors: [{ name: "Ada", id: null }] })
    assert.isNull(film.ids.imdb)
  })

  it("of an event's is no day beyond the calendar, and no key that an index refuses", () => {
    assert.strictEqual(rowKey(huge, null).length, 600)
    assert.isNull(lastDateOf({ kind: "day", wall: wallOf("99991201")! }, 9_999 * 7 * 86_400_000))
    assert.isNull(momentOf({ name: "DTSTART", parameters: {}, value: "99991231T235959Z" }, () => null, null))
    assert.isNull(isoInstant("0000-01-01T00:00Z"))
  })
})
