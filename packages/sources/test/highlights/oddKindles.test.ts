import type { MarkedPassage } from "@daybook/core/reading"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { kindle as kindleFile } from "../../src/kindle/source.js"
import { offsetIn, wallIn } from "../../src/kindle/times.js"
import { readFile } from "./support.js"

const harbour = "The Quiet Harbour (Ina Vale)"
const record = (details: string, text: string, heading = harbour) => `${heading}\n- ${details}\n\n${text}\n==========\n`
const day = "Added on Tuesday, August 8, 2023"

const textsAndNotes = (passages: ReadonlyArray<MarkedPassage>) =>
  passages.toSorted((one, other) => one.createdAt - other.createdAt).map(({ note, text }) => [text, note ?? null])

describe("times of a Kindle", () => {
  it("are read in the words of older devices, as they are written", () => {
    for (const [text, wall] of [
      ["Adicionado: terça-feira, 19 de março de 2019 23h32min06s GMT-03:00", "2019-03-19T23:32:06Z"],
      ["Data de adição: terça-feira, 19 de março de 2019 23h32min06s GMT-03:00", "2019-03-19T23:32:06Z"],
      ["Added on 2013年9月5日 星期四 上午09时11分28秒 GMT+08:00", "2013-09-05T09:11:28Z"],
      ["Added on 2013年9月5日 星期四 下午09时11分28秒 GMT+08:00", "2013-09-05T21:11:28Z"],
      [`Añadido el lunes 3 de junio de 2013, 22H37'16" GMT+01:00`, "2013-06-03T22:37:16Z"],
      ["Aggiunto in data lunedì, 30 dicembre 13 17:22:37 GMT+01:00", "2013-12-30T17:22:37Z"],
      ["Ajouté le lundi 9 avril 2012 à 21 h 41 min 05 s", "2012-04-09T21:41:05Z"],
      ["作成日: 2013年9月5日木曜日 21時41分05秒 GMT+09:00", "2013-09-05T21:41:05Z"],
      ["추가 날짜: 2013년 9월 5일 목요일 오후 9:41:05", "2013-09-05T21:41:05Z"],
      ["Lisätty torstai 17. tammikuuta 2025 21.41.05", "2025-01-17T21:41:05Z"],
      ["Hinzugefügt am Donnerstag, 29. Februar 2024 um 4.46 Uhr", "2024-02-29T04:46:00Z"],
      ["Hinzugefügt am Sonntag, 3. März 2024 um 21.05 Uhr GMT+01:00", "2024-03-03T21:05:00Z"],
      ["Added on Monday, 2 April 12 21:41:05 GMT", "2012-04-02T21:41:05Z"],
      ["Added on Monday, April 2, 2012, 09:41 PM", "2012-04-02T21:41:00Z"]
    ] as const)
      expect([text, wallIn(text)]).toStrictEqual([text, Date.parse(wall)])
  })

  it("have the zone of the device where it is written", () => {
    for (const [text, hours] of [
      ["23h32min06s GMT-03:00", -3],
      ["09:11 GMT+05:30", 5.5],
      ["09:11 UTC+8", 8],
      ["21:41:05 GMT", 0],
      ["21:41:05", null],
      ["21:41:05 GMT+99:00", null]
    ] as const)
      expect([text, offsetIn(text)]).toStrictEqual([text, hours === null ? null : hours * 3_600_000])
  })

  it("are the same with any zone", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2008-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, offset) => {
          const wall = Math.floor(date.getTime() / 1_000) * 1_000
          const clock = new Date(wall).toISOString().slice(11, 19)
          const month = new Intl.DateTimeFormat("pt", { month: "long", timeZone: "UTC" }).format(wall)
          const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
          const zone = `GMT${offset < 0 ? "-" : "+"}${[hours, minutes].map((one) => String(one).padStart(2, "0")).join(":")}`
          const [hour, minute, second] = clock.split(":")
          const line = `${date.getUTCDate()} de ${month} de ${date.getUTCFullYear()} ${hour}h${minute}min${second}s ${zone}`
          expect(wallIn(line)).toBe(wall)
          expect(offsetIn(line)).toBe(offset * 60_000 + 0)
        }
      )
    )
  })

  it.effect("with a zone are instants, and those without one are in the home time zone", () =>
    Effect.gen(function* () {
      const file = [
        record(
          "Seu destaque na posição 345-347 | Adicionado: terça-feira, 19 de março de 2019 23h32min06s GMT-03:00",
          "Slow water keeps."
        ),
        record(
          "Seu destaque na posição 345-349 | Adicionado: terça-feira, 19 de março de 2019 23h40min11s GMT-03:00",
          "Another passage entirely, on the next page."
        ),
        record(
          "Highlight Loc. 145-46  | Added on 2013年9月5日 星期四 上午09时11分28秒 GMT+08:00",
          "Tide tables are promises."
        ),
        record("Votre surlignement Emplacement 701-703 | Ajouté le lundi 9 avril 2012 à 21 h 41 min 05 s", "Le port.")
      ].join("")
      for (const zone of ["Europe/Berlin", "America/Sao_Paulo"]) {
        const { failure, passages } = yield* readFile(kindleFile, file, { zone })
        expect(failure).toBeNull()
        expect(
          passages
            .map(({ createdAt, position }) => [position, new Date(createdAt).toISOString().slice(0, 19)])
            .toSorted()
        ).toStrictEqual([
          [145, "2013-09-05T01:11:28"],
          [345, "2019-03-20T02:32:06"],
          [345, "2019-03-20T02:40:11"],
          [701, zone === "Europe/Berlin" ? "2012-04-09T19:41:05" : "2012-04-10T00:41:05"]
        ])
      }
    })
  )

  it.effect("to the minute keep two highlights that begin at one place", () =>
    Effect.gen(function* () {
      const details = (to: number) => `Highlight Loc. 345-${to}  | Added on Monday, April 2, 2012, 09:41 PM`
      const file = [
        record(details(46), "Slow water."),
        record(details(52), "Ebb."),
        record(details(47), "Slow water. Yes")
      ]
      const { passages } = yield* readFile(kindleFile, file.join(""))
      expect(passages.map(({ text }) => text).toSorted()).toStrictEqual(["Ebb.", "Slow water."])
    })
  )
})

describe("notes of a Kindle", () => {
  const pageNotes = [
    record(`Your Highlight on page 36-36 | ${day} 7:00:00 AM`, "First passage of the page."),
    record(`Your Note on page 36 | ${day} 7:00:20 AM`, "about the first"),
    record(`Your Highlight on page 36-36 | ${day} 7:05:00 AM`, "Second passage of the page."),
    record(`Your Note on page 36 | ${day} 7:05:30 AM`, "about the second")
  ]

  it.effect("are each at its own highlight of a page, in whatever order the file is", () =>
    forEveryOrder(pageNotes, (file) =>
      Effect.gen(function* () {
        const { passages } = yield* readFile(kindleFile, file)
        expect(textsAndNotes(passages)).toStrictEqual([
          ["First passage of the page.", "about the first"],
          ["Second passage of the page.", "about the second"]
        ])
      })
    )
  )

  it.effect("stay with a highlight that the owner changed afterwards", () =>
    Effect.gen(function* () {
      const file = [
        ...pageNotes,
        record(`Your Highlight on page 36-37 | ${day} 7:09:00 AM`, "First passage of the page. And more.")
      ].join("")
      const { passages } = yield* readFile(kindleFile, file)
      expect(textsAndNotes(passages)).toStrictEqual([
        ["First passage of the page.", "about the first"],
        ["Second passage of the page.", "about the second"],
        ["First passage of the page. And more.", "about the first"]
      ])
    })
  )

  const limited = [
    record(
      `Your Highlight on page 57 | Location 783-784 | ${day} 5:49:06 AM`,
      " <You have reached the clipping limit>"
    ),
    record(`Your Note on page 57 | Location 784 | ${day} 5:52:09 AM`, "My own thought that I typed for two minutes"),
    record(`Your Highlight on page 60 | Location 800-801 | ${day} 6:00:00 AM`, ""),
    record(`Your Note on page 60 | Location 801 | ${day} 6:00:30 AM`, "A second thought"),
    record(`Your Underline on page 61 | Location 810 | ${day} 6:05:30 AM`, "Underlined with a pen."),
    record(`Your Highlight on page 70 | ${day} 7:00:00 AM`, "First passage of the page."),
    record(`Your Highlight on page 70 | ${day} 7:01:00 AM`, "Second passage of the page."),
    record(`Your Note on page 70 | ${day} 7:01:20 AM`, "only about the second")
  ].join("")

  it.effect("are kept where the text of the highlight is hidden or empty, also in lines that end with CR", () =>
    Effect.gen(function* () {
      for (const file of [limited, limited.replaceAll("\n", "\r"), limited.replaceAll("\n", "\r\n")]) {
        const { failure, log, passages } = yield* readFile(kindleFile, file)
        expect(failure).toBeNull()
        expect(textsAndNotes(passages)).toStrictEqual([
          ["", "My own thought that I typed for two minutes"],
          ["", "A second thought"],
          ["Underlined with a pen.", null],
          ["First passage of the page.", null],
          ["Second passage of the page.", "only about the second"]
        ])
        expect(log()).toContain("left out: 1 over the clipping limit, 1 without a text")
      }
    })
  )

  it.effect("of one page that no highlight has are all kept, and a changed one once", () =>
    Effect.gen(function* () {
      const file = [
        record(`Your Note on page 9 | ${day} 7:00:00 AM`, "one"),
        record(`Your Note on page 9 | ${day} 7:01:00 AM`, "another"),
        record(`Your Note on page 9 | ${day} 7:02:00 AM`, "one more word")
      ].join("")
      const { log, passages } = yield* readFile(kindleFile, file)
      expect(textsAndNotes(passages)).toStrictEqual([
        ["", "another"],
        ["", "one more word"]
      ])
      expect(log()).toContain("1 replaced notes")
    })
  )
})

describe("separators of a Kindle's file", () => {
  const first = `${harbour}\n- Your Highlight on page 5 | Added on Friday, January 17, 2025 9:29:28 PM\n\nSlow water keeps.`
  const second =
    "Hill Walks (Jo Reed)\n- Your Highlight on page 7 | Added on Friday, January 17, 2025 9:39:28 PM\n\nUp."
  const line = "=========="

  it.effect("end a clipping also where a text is on their line", () =>
    Effect.gen(function* () {
      for (const content of [
        `${first}\n${line}${second}\n${line}\n`,
        `${first}\n${line}\ufeff${second}\n${line}\n`,
        `${first}${line}\n${second}\n${line}`,
        `${first}${line}${second}${line}\n`,
        `\ufeff${line}\n${first}\n${line} \n${second}\n${line}\n`
      ]) {
        const { articles, failure, passages } = yield* readFile(kindleFile, content)
        expect(failure).toBeNull()
        expect(articles.map(({ title }) => title).toSorted()).toStrictEqual(["Hill Walks", "The Quiet Harbour"])
        expect(passages.map(({ text }) => text).toSorted()).toStrictEqual(["Slow water keeps.", "Up."])
      }
    })
  )

  it.effect("do not end a text that has equals signs in it", () =>
    Effect.gen(function* () {
      const text = `a ========== b\nc ===========\n===== d ==========\n=========== e`
      const { passages } = yield* readFile(kindleFile, `${first}\n${text}\n${line}\n`)
      expect(passages.map((one) => one.text)).toStrictEqual([`Slow water keeps.\n${text}`])
    })
  )
})

function forEveryOrder<R>(
  records: ReadonlyArray<string>,
  check: (file: string) => Effect.Effect<void, never, R>
): Effect.Effect<void, never, R> {
  const orders = [records, records.toReversed(), [2, 0, 3, 1].map((at) => records[at]!)]
  return Effect.forEach(orders, (all) => check(all.join("")), { discard: true })
}
