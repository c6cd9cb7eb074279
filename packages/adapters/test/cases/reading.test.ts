import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import {} from "../support/database.js"
import { type Case, daybook, instantText, storedBy } from "./importing.js"

const passages = `
  SELECT concat_ws(' | ', ${instantText("mark.created_at")}, save.title, nullif(mark.text, ''), 'note: ' || mark.note) AS line
  FROM reading_highlights AS mark JOIN reading_saves AS save ON save.id = mark.save_id ORDER BY mark.created_at, mark.position`

const marksOfKindle = [
  "2023-08-08 12:52:09 | The Quiet Harbour | note: My own thought that I typed for two minutes",
  "2023-08-08 13:00:30 | The Quiet Harbour | note: A second thought",
  "2023-08-08 13:05:30 | The Quiet Harbour | Underlined with a pen.",
  "2023-08-08 14:00:00 | The Quiet Harbour | First passage of the page.",
  "2023-08-08 14:01:00 | The Quiet Harbour | Second passage of the page. | note: only about the second"
]

const highlights: ReadonlyArray<Case> = [
  {
    files: ["kindle-gmt.txt"],
    source: "kindle",
    stored: [
      "2012-04-10 04:41:05 | The Quiet Harbour | Le port dort.",
      "2013-06-03 21:37:16 | The Quiet Harbour | El puerto duerme.",
      "2013-08-05 01:11:28 | The Quiet Harbour | Tide tables are promises.",
      "2013-12-30 16:22:37 | The Quiet Harbour | Il porto dorme.",
      "2019-03-20 02:32:06 | The Quiet Harbour | Slow water keeps.",
      "2019-03-20 02:40:11 | The Quiet Harbour | Another passage entirely, on the next page."
    ]
  },
  {
    files: ["kindle-pagenotes.txt"],
    source: "kindle",
    stored: [
      "2023-08-08 14:00:00 | The Quiet Harbour | First passage of the page. | note: about the first",
      "2023-08-08 14:05:00 | The Quiet Harbour | Second passage of the page. | note: about the second"
    ]
  },
  {
    files: ["kindle-notes.txt"],
    source: "kindle",
    stored: marksOfKindle,
    leftOut: { "over the clipping limit": 1, "without a text": 1 }
  },
  {
    files: ["kindle-cr.txt"],
    source: "kindle",
    stored: marksOfKindle,
    leftOut: { "over the clipping limit": 1, "without a text": 1 }
  },
  {
    files: ["kindle-glued.txt"],
    source: "kindle",
    stored: [
      "2025-01-18 05:29:28 | The Quiet Harbour | Slow water keeps.",
      "2025-01-18 05:39:28 | Hill Walks | Up the hill."
    ]
  },
  {
    // wallabag's EntriesExport writes neither id nor time of an annotation.
    files: ["wallabag-annotations.json"],
    source: "wallabag",
    stored: [
      "2024-02-29 22:59:59 | On tides | Slow water keeps. | note: mine",
      "2024-02-29 22:59:59 | On tides | Slow water keeps.",
      "2024-02-29 22:59:59 | On tides | The ebb is a promise."
    ]
  },
  {
    files: ["pocket-highlights.zip"],
    source: "pocket",
    stored: ["2023-10-19 16:52:01 | On tides | Slow water keeps."]
  },
  {
    files: ["koreader-appended.json"],
    source: "koreader",
    stored: [
      "2022-01-08 11:23:20 | Tide Tables | Slow water keeps. | note: later",
      "2022-01-08 11:40:00 | Hill Walks | Up.",
      "2022-01-08 11:41:40 | Hill Walks | Up."
    ]
  }
]

const saves = `SELECT ${instantText("saved_at")} || ' ' || url AS line FROM reading_saves ORDER BY saved_at, url`

const articles: ReadonlyArray<Case> = [
  { files: ["linkwarden.json"], source: "linkwarden", stored: ["2019-01-02 00:00:00 https://r5.example.org/t"] },
  {
    files: ["wallabag-v1.json"],
    source: "wallabag",
    stored: [],
    says: "wallabag-v1.json is an export of wallabag 1, which does not say when an article was saved"
  },
  {
    files: ["bm-google.html"],
    source: "bookmarks",
    stored: [
      "1970-01-01 00:00:01 https://example.org/sec1970",
      "2009-12-15 22:01:09 http://example.org/c.htm",
      "2023-11-14 22:13:21 https://app.example.org/#/articles/1",
      "2023-11-14 22:13:22 https://app.example.org/#/articles/2",
      "2023-11-14 22:13:23 https://groups.example.org/forum/#!topic/sea/aaa",
      "2023-11-14 22:13:24 https://groups.example.org/forum/#!topic/hill/bbb",
      "2023-11-14 22:13:25 https://example.org/page",
      "2023-11-14 22:13:28 https://EXAMPLE.org/Caps?b=2&a=1"
    ],
    leftOut: { "in the future": 1, "no web address": 1 }
  }
]

const bookLines = `
  SELECT concat_ws(' | ', title, series, status, array_to_string(authors, ', ')) AS line FROM books_book ORDER BY title, status`

/** Days of a spreadsheet in English: the 29th shows that the month comes first. */
const saved: ReadonlyArray<Case> = [
  {
    files: ["gr-excel.csv"],
    source: "goodreads",
    stored: ["Salt | 2024-01-02 | 2024-03-01", "Tide | 2024-01-13 | 2024-02-29"]
  }
]

const bookDays = `
  SELECT concat_ws(' | ', title, added_on, finished_on) AS line FROM books_book ORDER BY title`

const shelves: ReadonlyArray<Case> = [
  {
    files: ["gr-volumes.csv"],
    source: "goodreads",
    stored: [
      "Harbour Lights (1) | read | Yu Ona",
      "Harbour Lights (2) | read | Yu Ona",
      "Poems | did_not_finish | Ann Lee",
      "Poems | read | Bo Lee",
      "Second Base | Base (Publication Order), #3 | read | Ivo Azim",
      "Tidefall | Tidefall Saga, #1 | read | Ina Vale",
      "Tidefall: Sons of Salt #5 | Sons of Salt, #5 | reading | Ina Vale, Jo Reed"
    ]
  },
  {
    files: ["gr-shelf.csv"],
    source: "goodreads",
    stored: ["Pro Tide | read | Sam Cole", "Reference Book | read | Ann Ok", "Sea Programming | Chris Allan, Jo Moro"]
  }
]

layer(daybook(), { excludeTestServices: true, timeout: "60 seconds" })("reported files", (it) => {
  it.effect(
    "highlights",
    () =>
      Effect.gen(function* () {
        for (const one of highlights) expect(yield* storedBy("reading", passages, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.effect(
    "articles",
    () =>
      Effect.gen(function* () {
        for (const one of articles) expect(yield* storedBy("reading", saves, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.effect(
    "books",
    () =>
      Effect.gen(function* () {
        for (const one of saved) expect(yield* storedBy("reading", bookDays, one)).toStrictEqual(one)
        for (const one of shelves) expect(yield* storedBy("reading", bookLines, one)).toStrictEqual(one)
      }),
    60_000
  )
})
