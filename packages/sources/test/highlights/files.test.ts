import { workUrl } from "@daybook/core/reading"
import {
  clippingOf,
  type ClippingLanguage,
  hypothesisExport,
  kindleClippings,
  koreaderExport,
  readwiseCsv,
  type SavedMark,
  type SavingAccount
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { hypothesis as hypothesisFile } from "../../src/hypothesis/source.js"
import { clippingOf as readClipping, headingOf } from "../../src/kindle/clipping.js"
import { kindIn, months } from "../../src/kindle/languages.js"
import { kindle as kindleFile } from "../../src/kindle/source.js"
import { wallIn } from "../../src/kindle/times.js"
import { koreader as koreaderFile } from "../../src/koreader/source.js"
import { readwise as readwiseFile } from "../../src/readwise/source.js"
import type { ReadingRecord } from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import type { FileSource } from "../support/importFile.js"
import { readFile as read } from "./support.js"

const at = Date.parse("2025-03-10T20:10:00Z") / 1_000
/** Berlin is an hour ahead in winter. */
const offset = 3_600

const link = { at, tags: ["sea"], archived: false, starred: false, progress: 0 }
const marks: ReadonlyArray<SavedMark> = [
  { id: "34", link: "1", text: "Slow water keeps.", note: "yes", at },
  { id: "52", link: "1", text: 'He said, "ebb";\nand went.', note: "", at: at + 60 }
]
const book: SavingAccount = { links: [{ ...link, id: "1", url: "", title: "The Quiet Harbour" }], marks }
const page: SavingAccount = {
  links: [{ ...link, id: "1", url: "https://example.org/tides", title: "On tides" }],
  marks
}

const byPosition = <A extends { readonly position: number | null }>(all: ReadonlyArray<A>) =>
  all.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))

describe("files of highlights", () => {
  const languages: ReadonlyArray<ClippingLanguage> = ["en", "en-GB", "old", "de", "zh", "ja"]
  for (const [name, format, contents, of] of [
    [
      "readwise",
      readwiseFile,
      [readwiseCsv(book), readwiseCsv(book).replaceAll("\n", "\r\n"), `\ufeff${readwiseCsv(book)}`],
      book
    ],
    [
      "kindle",
      kindleFile,
      [
        ...languages.map((language) => kindleClippings(book, { language, offset })),
        kindleClippings(book, { offset }).replaceAll("\r\n", "\n"),
        zipSync({ "documents/My Clippings.txt": strToU8(kindleClippings(book, { offset })) })
      ],
      book
    ],
    ["koreader", koreaderFile, [koreaderExport(book), koreaderExport(book, { isSingle: true })], book],
    [
      "hypothesis",
      hypothesisFile,
      [hypothesisExport(page), JSON.stringify({ total: 2, rows: annotations() }), JSON.stringify(annotations())],
      page
    ]
  ] as const)
    it.effect(`of ${name} have documents, texts, notes and times`, () =>
      Effect.gen(function* () {
        for (const content of contents) {
          const { articles, failure, passages } = yield* read(format as FileSource<ReadingRecord, Calendar>, content)
          expect(failure).toBeNull()
          expect(articles.map(({ savedAt, title, url }) => [title, savedAt / 1_000, url])).toStrictEqual([
            [of.links[0]!.title, at, of === page ? "https://example.org/tides" : expect.stringMatching(/^work:/)]
          ])
          expect(
            byPosition(passages).map(({ createdAt, note, position, text }) => [
              text,
              note ?? null,
              position,
              createdAt / 1_000
            ])
          ).toStrictEqual(marks.map((mark) => [mark.text, mark.note || null, Number(mark.id) * 10, mark.at]))
        }
      })
    )

  it.effect("of other formats are refused", () =>
    Effect.gen(function* () {
      for (const format of [readwiseFile, kindleFile, koreaderFile, hypothesisFile] as ReadonlyArray<
        FileSource<ReadingRecord, Calendar>
      >)
        for (const content of ["a,b\n1,2\n", "", '{"a":[1]}', "<html><body>Notebook</body></html>"]) {
          const { failure } = yield* read(format, content)
          expect(failure?.state).toBe("bad_file")
        }
    })
  )

  it.effect("keep what comes before the end of a file that is cut short", () =>
    Effect.gen(function* () {
      for (const [format, content] of [
        [readwiseFile, readwiseCsv(book).slice(0, readwiseCsv(book).indexOf("and went"))],
        [kindleFile, kindleClippings(book, { offset }).slice(0, -14)],
        [koreaderFile, koreaderExport({ links: [...book.links, { ...book.links[0]!, id: "2" }], marks }).slice(0, -90)],
        [hypothesisFile, hypothesisExport(page).slice(0, -60)]
      ] as ReadonlyArray<readonly [FileSource<ReadingRecord, Calendar>, string]>) {
        const { failure, passages } = yield* read(format, content)
        expect(byPosition(passages)[0]?.text).toBe("Slow water keeps.")
        expect(failure?.message).toContain("is cut short")
      }
    })
  )
})

describe("clippings of a Kindle", () => {
  const place = { page: 12, from: 345, to: 347 }
  const wall = at + offset
  const heading = "The Quiet Harbour (Harbour, #1) (Vale, Ina)"
  const block = (more: Partial<Parameters<typeof clippingOf>[0]> = {}) =>
    clippingOf({ heading, kind: "highlight", place, wall, text: "Slow water keeps.", ...more })

  it.effect("count what is no highlight", () =>
    Effect.gen(function* () {
      const { articles, log, passages } = yield* read(
        kindleFile,
        [
          block(),
          block({ kind: "bookmark", text: "" }),
          block({ kind: "note", place: { page: 40, from: 900, to: 900 }, text: "alone" }),
          block({
            text: "<You have reached the clipping limit for this item>",
            place: { page: 50, from: 950, to: 960 }
          }),
          block({ text: "", place: { page: 60, from: 990, to: 991 } }),
          block({ wall: 600, place: { page: 61, from: 995, to: 996 } }),
          "Harbour\r\n- Zure nabarmena | 12-13 kokapena | 2025eko otsoaren 17a 21:29:28\r\n\r\nText\r\n==========\r\n",
          "Harbour\r\n- Zure oharra | 13 kokapena | 2025eko otsoaren 17a 21:29:28\r\n\r\nText\r\n==========\r\n",
          "no clipping\r\n==========\r\n"
        ].join("")
      )
      expect(byPosition(passages).map(({ note, text }) => [text, note])).toStrictEqual([
        ["Slow water keeps.", undefined],
        ["", "alone"]
      ])
      expect(articles[0]).toMatchObject({
        url: workUrl({ title: "The Quiet Harbour (Harbour, #1)", author: "Ina Vale" }),
        title: "The Quiet Harbour (Harbour, #1)"
      })
      for (const reason of [
        "1 bookmarks",
        "1 over the clipping limit",
        "1 without a text",
        "1 without a clock",
        "2 in an unknown language",
        "1 broken"
      ])
        expect(log()).toContain(reason)
    })
  )

  it.effect("have the last note in the range of a highlight, and only of that book", () =>
    Effect.gen(function* () {
      const note = (text: string, to: number, time: number, more: Partial<Parameters<typeof clippingOf>[0]> = {}) =>
        block({ kind: "note", text, wall: time, place: { page: 12, from: to, to }, ...more })
      const { log, passages } = yield* read(
        kindleFile,
        [
          note("first", 347, wall + 10),
          block(),
          note("changed", 347, wall + 20),
          note("within", 346, wall + 30),
          note("elsewhere", 347, wall + 40, { heading: "Another (Vale, Ina)" }),
          block({ text: "Ebb.", place: { page: 13, from: 400, to: 401 } })
        ].join("")
      )
      expect(byPosition(passages).map(({ note: last, text }) => [text, last])).toStrictEqual([
        ["Slow water keeps.", "changed"],
        ["", "within"],
        ["", "elsewhere"],
        ["Ebb.", undefined]
      ])
      expect(log()).toContain("left out: 1 replaced notes")
    })
  )

  it.effect("have pages where there are no locations", () =>
    Effect.gen(function* () {
      const { passages } = yield* read(kindleFile, block({ language: "page" }))
      expect(passages.map(({ position }) => position)).toStrictEqual([12])
    })
  )

  it("have the author in the last brackets", () => {
    expect(headingOf("The Quiet Harbour (Vale, Ina)")).toEqual({ title: "The Quiet Harbour", author: "Ina Vale" })
    expect(headingOf("Ebb (Two) (Vale, Ina;Tarn, Bo)")).toEqual({ title: "Ebb (Two)", author: "Vale, Ina;Tarn, Bo" })
    expect(headingOf("Ebb (Vale (ed.), Ina)")).toEqual({ title: "Ebb", author: "Ina Vale (ed.)" })
    expect(headingOf("\ufeffnotes.pdf")).toEqual({ title: "notes.pdf", author: null })
    expect(headingOf("(Vale, Ina)")).toEqual({ title: "(Vale, Ina)", author: null })
  })

  it("have times in the words of a device", () => {
    const time = Date.UTC(2025, 0, 17, 21, 29, 28)
    for (const text of [
      "Added on Friday, January 17, 2025 9:29:28 PM",
      "Added on Friday, 17 January 2025 21:29:28",
      "Added on Friday, January 17, 2025, 09:29:28 p.m.",
      "Hinzugefügt am Freitag, 17. Januar 2025 21:29:28",
      "Hinzugefügt am Freitag, 17. Januar 2025 um 21:29:28 Uhr",
      "Ajouté le vendredi 17 janvier 2025 21:29:28",
      "Añadido el viernes, 17 de enero de 2025 21:29:28",
      "Aggiunto in data venerdì 17 gennaio 2025 21:29:28",
      "Adicionado: sexta-feira, 17 de janeiro de 2025 21:29:28",
      "Toegevoegd op vrijdag 17 januari 2025 21:29:28",
      "Добавлено: пятница, 17 января 2025 г. в 21:29:28",
      "添加于 2025年1月17日星期五 下午9:29:28",
      "作成日: 2025年1月17日金曜日 21:29:28"
    ])
      expect([text, wallIn(text)]).toEqual([text, time])
    expect(wallIn("Added on Friday, January 17, 2025 12:05:00 AM")).toBe(Date.UTC(2025, 0, 17, 0, 5))
    expect(wallIn("Added on Friday, January 17, 2025 12:05:00 PM")).toBe(Date.UTC(2025, 0, 17, 12, 5))
    for (const text of [
      "Added on Friday, Janember 17, 2025 9:29:28 PM",
      "February 31, 2025 1:00:00 AM",
      "17 25:00:00",
      ""
    ])
      expect(wallIn(text)).toBeNull()
  })

  it("have kinds in the words of a device", () => {
    for (const [kind, all] of [
      ["highlight", ["Your Highlight at", "Ihre Markierung auf", "Votre surlignement sur", "Tu subrayado en la"]],
      [
        "highlight",
        ["La tua evidenziazione", "Seu destaque", "Je markering", "Ваш выделенный отрывок", "的标注", "ハイライト"]
      ],
      [
        "note",
        ["Your Note on", "Ihre Notiz bei", "Votre note sur", "La nota en", "Sua nota", "Je notitie", "的笔记", "メモ"]
      ],
      ["bookmark", ["Your Bookmark", "Ihr Lesezeichen", "Votre signet", "Il tuo segnalibro", "Je bladwijzer", "的书签"]]
    ] as const)
      for (const line of all) expect([line, kindIn(line)]).toEqual([line, kind])
    expect(kindIn("Notable")).toBeNull()
  })

  it("have names of months that mean one month in all languages", () => {
    expect(months.size).toBeGreaterThan(80)
    expect([...months.values()].every((month) => month >= 0 && month < 12)).toBe(true)
    for (const language of ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "sv", "da", "nb", "fi", "cs", "tr"])
      for (let month = 0; month < 12; month++) {
        const date = new Intl.DateTimeFormat(language, {
          day: "numeric",
          month: "long",
          year: "numeric",
          timeZone: "UTC"
        })
        expect(wallIn(`${date.format(Date.UTC(2024, month, 17))} 21:29:28`)).toBe(Date.UTC(2024, month, 17, 21, 29, 28))
      }
  })

  it("have their kind after the place in Japanese", () => {
    const line = (place: string) =>
      readClipping(["Harbour", `- ${place} |作成日: 2025年1月17日金曜日 21:29:28`, "", "x"])
    expect(line("12ページ|位置No. 345のメモ")).toMatchObject({ kind: "note", range: { from: 345, to: 345 } })
    expect(line("12ページ｜位置No. 345のブックマーク")).toMatchObject({ kind: "bookmark" })
    expect(line("12ページ|位置No. 345-345のハイライト")).toMatchObject({ kind: "highlight" })
  })

  it("are read whatever the lines are", () => {
    expect(readClipping([])).toBeNull()
    expect(readClipping(["", ""])).toBeNull()
    expect(readClipping(["Title", "- "])).toBeNull()
    expect(readClipping(["Title", "- Your Highlight Loc. 1234-36 | Added on", "", "x"])).toMatchObject({
      range: { from: 1234, to: 1236 },
      wall: null
    })
  })
})

describe("exports of KOReader", () => {
  it.effect("drop times before the clock was set, bookmarks and broken entries", () =>
    Effect.gen(function* () {
      const entry = { sort: "highlight", page: "xii", time: at, text: "Slow water keeps.", drawer: "lighten" }
      const { articles, log, passages } = yield* read(
        koreaderFile,
        JSON.stringify({
          title: "The Quiet Harbour",
          author: "Ina Vale\nBo Tarn",
          entries: [
            entry,
            { ...entry, text: "Ebb.", time: String(at) },
            { ...entry, text: "Unset.", time: 86_400 },
            { ...entry, text: "No time.", time: null },
            { ...entry, sort: "bookmark", text: "" },
            { ...entry, text: "  " },
            null,
            7
          ]
        })
      )
      expect(articles.map(({ url }) => url)).toStrictEqual([
        workUrl({ title: "The Quiet Harbour", author: "Ina Vale; Bo Tarn" })
      ])
      expect(passages.map(({ position, text }) => [text, position]).sort()).toStrictEqual([
        ["Ebb.", null],
        ["Slow water keeps.", null]
      ])
      for (const reason of ["1 bookmarks", "1 without a clock", "1 without a text", "1 without a time", "2 broken"])
        expect(log()).toContain(reason)
    })
  )
})

describe("equal texts", () => {
  it.effect("of KOReader are one highlight for each time, also in a file with several exports of a book", () =>
    Effect.gen(function* () {
      const about = { version: "json/1.0.0", created_on: 1_641_650_000 }
      const entry = { sort: "highlight", page: "107", time: 1_641_641_000, text: "Slow water keeps.", note: "" }
      const tides = { title: "Tide Tables", author: "eNewton Classici) (Italian Edition", number_of_pages: 300 }
      const up = { ...entry, page: 12, time: 1_641_642_000, text: "Up." }
      const books = [
        { ...tides, entries: [entry], ...about },
        { title: "Hill Walks", author: "Ina Vale\nJo Reed", entries: [up, { ...up, page: 14, time: up.time + 100 }] },
        { ...tides, number_of_pages: 310, entries: [{ ...entry, page: "110", note: "later" }], ...about }
      ].map((one) => JSON.stringify({ ...one, md5sum: "0" }))
      const { failure, passages } = yield* read(koreaderFile, books.join(""))
      expect(failure).toBeNull()
      expect(passages.map(({ note, text }) => [text, note ?? null]).toSorted()).toStrictEqual([
        ["Slow water keeps.", "later"],
        ["Up.", null],
        ["Up.", null]
      ])
      expect(new Set(passages.map(({ sourceId }) => sourceId)).size).toBe(3)
      const one = yield* Effect.forEach(books, (book) => read(koreaderFile, book))
      expect(new Set(one.flatMap(({ passages: some }) => some.map(({ sourceId }) => sourceId)))).toStrictEqual(
        new Set(passages.map(({ sourceId }) => sourceId))
      )
    })
  )

  it.effect("of Readwise are one highlight for each place", () =>
    Effect.gen(function* () {
      const row = (text: string, location: number, time: string) =>
        `${text},The Quiet Harbour,Ina Vale,,,yellow,,location,${location},2025-03-10 ${time}+00:00,`
      const columns =
        "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags"
      const rows = [row("Up.", 345, "21:10:00"), row("Up.", 900, "21:12:00"), row("Up.", 345, "21:10:00")]
      const [all, reversed, first] = yield* Effect.forEach([rows, rows.toReversed(), rows.slice(0, 1)], (some) =>
        read(readwiseFile, [columns, ...some, ""].join("\n"))
      )
      expect(byPosition(all!.passages).map(({ position }) => position)).toStrictEqual([345, 900])
      expect(byPosition(reversed!.passages)).toStrictEqual(byPosition(all!.passages))
      expect(first!.passages[0]?.sourceId).toBe(byPosition(all!.passages)[0]?.sourceId)
    })
  )
})

describe("annotations of Hypothesis", () => {
  it.effect("count replies and notes on pages, and read documents without a page by their title", () =>
    Effect.gen(function* () {
      const [first] = annotations()
      const { articles, log, passages } = yield* read(
        hypothesisFile,
        JSON.stringify([
          first,
          { ...first, id: "reply", references: ["x"] },
          { ...first, id: "page-note", target: [{ source: "https://example.org/tides" }] },
          { ...first, id: "pdf", uri: "urn:x-pdf:0123", document: { title: ["A paper"] } },
          { ...first, id: "nothing", uri: "urn:x-pdf:4567", document: {} },
          { ...first, id: "timeless", created: null },
          { ...first, id: null },
          { ...first, id: "unaimed", target: null }
        ])
      )
      expect(articles.map(({ url }) => url).sort()).toStrictEqual(["https://example.org/tides", "work:A%20paper"])
      expect(passages.map(({ sourceId }) => sourceId).sort()).toStrictEqual(["h-34", "pdf"])
      for (const reason of ["1 replies", "2 page notes", "1 without a title", "1 without a time", "1 broken"])
        expect(log()).toContain(reason)
    })
  )
})

/** The annotations of the export as a list. */
function annotations() {
  const parsed = JSON.parse(hypothesisExport(page)) as { readonly annotations: ReadonlyArray<Record<string, unknown>> }
  return parsed.annotations.filter(({ id }) => String(id).startsWith("h-"))
}
