import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Either, Stream, TestClock } from "effect"
import { strToU8, zipSync } from "fflate"
import { exportFile } from "../../src/letterboxd/exportFile.js"
import { itemRecord, reviewOf, readFeed } from "../../src/letterboxd/wire.js"
import { importFile } from "../support/importFile.js"

const item = (inner: string) => `<item> ${inner} </item>`
const feedOf = (...items: ReadonlyArray<string>) => `<?xml version='1.0' encoding='utf-8'?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org">
<channel><title>Letterboxd - Someone</title><link>https://letterboxd.com/someone/</link>${items.join("")}</channel></rss>`

const one =
  item(`<title>Fox &amp; Heron, 1982 - ★★★★½</title> <link>https://letterboxd.com/someone/film/fox-heron/1/</link>
 <guid isPermaLink="false">letterboxd-review-1153149850</guid> <pubDate>Mon, 12 Jan 2026 09:03:05 +1300</pubDate>
 <letterboxd:watchedDate>2026-01-11</letterboxd:watchedDate> <letterboxd:rewatch>Yes</letterboxd:rewatch>
 <letterboxd:filmTitle>Fox &amp; Heron</letterboxd:filmTitle> <letterboxd:filmYear>1982</letterboxd:filmYear>
 <letterboxd:memberRating>4.5</letterboxd:memberRating> <letterboxd:memberLike>Yes</letterboxd:memberLike> <tmdb:movieId>12102</tmdb:movieId>
 <description><![CDATA[ <p><img src="https://a.ltrbxd.com/poster.jpg?v=1&amp;k=2"/></p> <p><em>This review may contain spoilers.</em></p> <p>Still <i>great</i> &amp; slow.</p> <p>Twice.</p> ]]></description>`)

const records = (text: string) => Either.getOrThrow(readFeed(text)).items.map(itemRecord)

describe("the film diary's feed", () => {
  it("is read in its documented format", () => {
    const [record] = records(feedOf(one))
    expect(record).toMatchObject({
      subject: {
        kind: "movie",
        title: {
          title: "Fox & Heron",
          year: 1982,
          ids: { tmdb: 12102, tmdbSeries: null },
          details: { poster: "https://a.ltrbxd.com/poster.jpg?v=1&k=2" }
        }
      },
      report: {
        key: "2026-01-11 rewatch",
        at: Date.parse("2026-01-11T12:00:00Z"),
        date: "2026-01-11",
        rating: 4.5,
        rewatch: true,
        review: "Still great & slow.\n\nTwice.",
        reviewUrl: "https://letterboxd.com/someone/film/fox-heron/1/",
        alias: "letterboxd-review-1153149850",
        loggedAt: Date.parse("2026-01-11T20:03:05Z")
      }
    })
  })

  it("keeps numeric titles, series and undated reviews, and leaves out lists", () => {
    const short = (guid: string, inner: string) =>
      item(`<guid isPermaLink="false">${guid}</guid> <pubDate>Mon, 12 Jan 2026 09:03:05 +1300</pubDate> ${inner}`)
    const diaryRecords = records(
      feedOf(
        short(
          "letterboxd-watch-1",
          "<letterboxd:watchedDate>2026-01-11</letterboxd:watchedDate> <letterboxd:filmTitle>1917</letterboxd:filmTitle> <letterboxd:filmYear>2019</letterboxd:filmYear> <description><![CDATA[ <p>Watched on Sunday January 11, 2026.</p> ]]></description>"
        ),
        short(
          "letterboxd-watch-2",
          "<letterboxd:watchedDate>2026-01-10</letterboxd:watchedDate> <letterboxd:filmTitle>Chapters</letterboxd:filmTitle> <tmdb:tvId>77</tmdb:tvId>"
        ),
        short(
          "letterboxd-review-3",
          "<letterboxd:filmTitle>Undated</letterboxd:filmTitle> <letterboxd:memberRating>2.0</letterboxd:memberRating>"
        ),
        short("letterboxd-list-4", "<title>My list</title>")
      )
    )
    expect(
      diaryRecords.map(
        (record) =>
          record && [
            record.subject.title.title,
            record.report?.review ?? null,
            record.subject.title.ids.tmdbSeries,
            record.report?.rating,
            record.report?.at === null
          ]
      )
    ).toEqual([
      ["1917", null, null, null, false],
      ["Chapters", null, 77, null, false],
      ["Undated", null, null, 2, true],
      null
    ])
  })

  it("does not take the site's own sentence for a review", () => {
    expect(reviewOf(' <p><img src="x"/></p> <p>Watched on Saturday May 9, 2026.</p> ')).toBeNull()
    expect(reviewOf("<p>Watched on a plane. Good.</p>")).toBe("Watched on a plane. Good.")
  })

  it("is refused when it is truncated, an HTML page, or empty", () => {
    for (const text of [
      feedOf(one).slice(0, 900),
      "<!DOCTYPE html><html><body><p>Just a moment...</p></body></html>",
      "",
      "{}"
    ])
      expect(Either.isLeft(readFeed(text))).toBe(true)
    expect(records(feedOf())).toEqual([])
  })
})

const diary = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
const rows = (files: Readonly<Record<string, string>>) =>
  Stream.runCollect(
    exportFile(
      importFile(
        "export.zip",
        zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
        65_536
      )
    )
  ).pipe(Effect.map((pages) => Chunk.toReadonlyArray(pages).flatMap(({ records }) => records)))

const table = (name: string, text: string) => Stream.runCollect(exportFile(importFile(name, strToU8(text), 65_536)))

describe("the film diary's export", () => {
  it.effect("may be one of its tables, which removes nothing that it lacks", () =>
    Effect.gen(function* () {
      const [page, ...others] = yield* table(
        "diary (1).csv",
        `${diary}2026-01-12,Fox & Heron,1982,https://boxd.it/a,4.5,Yes,,2026-01-11\n`
      )
      expect(others).toEqual([])
      expect(page!.fullListing).toBeUndefined()
      expect(page!.records.map(({ report, subject }) => [subject.title.title, report?.key, report?.rating])).toEqual([
        ["Fox & Heron", "2026-01-11 rewatch", 4.5]
      ])
      const films = "Date,Name,Year,Letterboxd URI\n2026-01-12,Fox & Heron,1982,https://boxd.it/f\n"
      expect((yield* table("watched.csv", films)).length).toBe(1)
      expect((yield* Effect.flip(table("watchlist.csv", films))).message).toContain("is not a Letterboxd export")
    })
  )

  it.effect("may be a table that a spreadsheet saved, with its days and decimal commas", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
      // As it came, and as a spreadsheet in German writes it.
      const original = `${diary}2026-01-13,Fox & Heron,1982,https://boxd.it/a,4.5,Yes,,2026-01-11\n2026-01-13,Salt,2001,https://boxd.it/b,0.5,,,2026-01-12\n`
      const saved = `${diary.replaceAll(",", ";")}13.01.2026;Fox & Heron;1982;https://boxd.it/a;4,5;Yes;;11.01.2026\n13.01.2026;Salt;2001;https://boxd.it/b;0,5;;;12.01.2026\n`
      for (const text of [original, saved]) {
        const [page] = yield* table("diary.csv", text)
        expect(page!.records.map(({ report }) => [report?.date, report?.rating])).toEqual([
          ["2026-01-11", 4.5],
          ["2026-01-12", 0.5]
        ])
      }
      const films = "Date;Name;Year;Letterboxd URI;Rating\n13.01.2026;Fox & Heron;1982;https://boxd.it/f;3,5\n"
      const [ratings] = yield* table("ratings.csv", films)
      expect(ratings!.records.flatMap(({ rating }) => rating ?? [])).toEqual([3.5])
    })
  )

  it.effect("is read from the root or one folder down, without deleted or orphaned entries", () =>
    Effect.gen(function* () {
      const files = {
        "diary.csv": `\ufeff${diary}2026-01-12,Fox & Heron,1982,https://boxd.it/a,4.5,Yes,"a, b",2026-01-11\n2026-01-12,Yearless,,https://boxd.it/b,,,,2026-01-09\n2026-01-12,Undated,2001,https://boxd.it/c,3,,,\n`,
        "reviews.csv":
          'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n2026-01-12,Fox & Heron,1982,https://boxd.it/a,4.5,Yes,"Still <i>great</i> & slow.\n\nSaid ""twice"".",,2026-01-11\n',
        "ratings.csv": "Date,Name,Year,Letterboxd URI,Rating\n2026-01-12,Only Rated,1999,https://boxd.it/f,2.5\n",
        "deleted/diary.csv": `${diary}2026-01-12,Gone,1990,https://boxd.it/d,,,,2026-01-02\n`,
        "orphaned/diary.csv": `${diary}2026-01-12,Lost,1990,https://boxd.it/e,,,,2026-01-03\n`
      }
      const diaryRecords = yield* rows(files)
      expect(
        diaryRecords.map(({ rating, report, subject }) => [
          subject.title.title,
          subject.title.year,
          report?.key ?? null,
          report?.rating ?? rating,
          report?.review ?? null
        ])
      ).toEqual([
        ["Fox & Heron", 1982, "2026-01-11 rewatch", 4.5, 'Still great & slow.\n\nSaid "twice".'],
        ["Yearless", null, "2026-01-09", null, null],
        ["Undated", 2001, "undated", 3, null],
        ["Only Rated", 1999, "seen", null, null],
        ["Only Rated", 1999, null, 2.5, null]
      ])
      expect(
        yield* rows(
          Object.fromEntries(Object.entries(files).map(([name, text]) => [`letterboxd-someone/${name}`, text]))
        )
      ).toEqual(diaryRecords)
      const only = yield* Effect.flip(rows({ "deleted/diary.csv": files["deleted/diary.csv"] }))
      expect(only.state).toBe("bad_file")
    })
  )
})
