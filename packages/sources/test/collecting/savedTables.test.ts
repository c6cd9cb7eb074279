import type { FiledCopy } from "@daybook/core/collecting"
import type { ImportFile } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { discogs as discogsSource } from "../../src/discogs/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(discogsSource)

const columns = ["Catalog#", "Artist", "Title", "Released", "release_id", "Date Added", "Collection Media Condition"]

/** Discogs writes `2021-12-31 23:30:10` in Pacific time. A spreadsheet drops the seconds. */
const tables = [
  ["as it came", ",", ["2021-12-31 23:30:00", "2022-02-01 09:05:00"]],
  ["Germany", ";", ["31.12.2021 23:30", "01.02.2022 09:05"]],
  ["the United States", ",", ["12/31/2021 23:30", "2/1/2022 9:05"]],
  ["the United Kingdom", ",", ["31/12/2021 23:30", "01/02/2022 09:05"]],
  ["Japan", ",", ["2021/12/31 23:30", "2022/2/1 9:05"]],
  ["a clock of twelve hours", ",", ["12/31/21 11:30 PM", "2/1/22 9:05 AM"]]
] as const

const read = (delimiter: string, times: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
    const rows = times.map((time, nth) => ["QUI 7", "Lanterns", `Barn ${nth}`, "1984", `${nth + 1}`, time, "Mint (M)"])
    let remarks: ReadonlyArray<string> = []
    const file: ImportFile = {
      ...importFile("collection.csv", [columns, ...rows].map((row) => `${row.join(delimiter)}\r\n`).join("")),
      onReport: (report) => Effect.sync(() => void (remarks = report.remarks))
    }
    const { failure, records } = yield* readPages(exportFile(file))
    expect(failure).toBeNull()
    const copies = records.filter((record): record is FiledCopy => record._tag === "FiledCopy")
    const added = new Map(copies.map(({ care, release }) => [release.id, care.addedAt]))
    return { remarks, added: times.map((_, nth) => added.get(nth + 1)) }
  })

it.effect.each(tables)("a collection that a spreadsheet saved has its times: %s", ([, delimiter, times]) =>
  Effect.gen(function* () {
    const { added, remarks } = yield* read(delimiter, times)
    expect(added.map((at) => new Date(at ?? 0).toISOString())).toStrictEqual([
      "2022-01-01T07:30:00.000Z",
      "2022-02-01T17:05:00.000Z"
    ])
    expect(remarks).toStrictEqual([])
  })
)

it.effect("a collection whose days do not show their order has no times, and the report says so", () =>
  Effect.gen(function* () {
    const { added, remarks } = yield* read(",", ["1/2/2022 9:05", "3/4/2022 9:05"])
    expect(added).toStrictEqual([null, null])
    expect(remarks.join()).toContain("the dates do not show whether the day or the month comes first")
  })
)
