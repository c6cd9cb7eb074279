import { expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { describe } from "vitest"
import { fileReportView } from "../../src/imports/reportView.js"
import type { FileReport } from "../../src/sync/FileSample.js"
import { leftOutRows, noReport, noRowUsed, observed, unreadText } from "../../src/sync/fileReport.js"
import type { ImportFile } from "../../src/sync/Source.js"

const file: ImportFile = {
  ...{ name: "export.zip", size: 0, stream: Stream.empty },
  slice: () => Effect.succeed(new Uint8Array(0))
}

const report: fc.Arbitrary<FileReport> = fc
  .record({
    readable: fc.nat(5_000),
    reasons: fc.array(
      fc.record({ reason: fc.string(), count: fc.integer({ min: 1, max: 5_000 }), first: fc.option(fc.string()) })
    )
  })
  .map((values) => ({ ...noReport, ...values }))

describe("the report of an import", () => {
  it("accounts for every row", () =>
    fc.assert(
      fc.property(report, (one) => {
        const view = fileReportView(one)
        expect(view.rows_read).toBe(view.rows_used + view.rows_left_out)
        expect(view.left_out.reduce((sum, { rows }) => sum + rows, 0)).toBe(view.rows_left_out)
      })
    ))

  it("is a failure with its reasons exactly if rows were left out and none was kept", () =>
    fc.assert(
      fc.property(report, (one) => {
        const failure = noRowUsed("netflix", "history.csv", one)
        expect(failure !== null).toBe(one.readable === 0 && leftOutRows(one) > 0)
        if (failure !== null) for (const { reason } of one.reasons) expect(failure.message).toContain(reason)
      })
    ))

  it("names the first members that nobody opened, and counts all", () =>
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (unread, opened) => {
        const observation = observed(file)
        const names = Array.from({ length: unread + opened }, (_, index) => `member-${index}.csv`)
        observation.file.members?.list(["__MACOSX/._x", "folder/", "folder/.DS_Store", ...names])
        for (const name of names.slice(unread)) observation.file.members?.open(name)
        const { members } = observation.report()
        expect(members).toStrictEqual(
          unread + opened === 0
            ? null
            : {
                ...{ opened, unread, unreadNames: names.slice(0, unread).slice(0, 20) },
                ...(unread > 20 ? { unreadGroups: [{ name: "*.csv", count: unread }] } : {})
              }
        )
        const line = unreadText(observation.report())
        expect(line.includes(`*.csv (${unread})`)).toBe(unread > 20)
        expect(line === "").toBe(unread === 0)
      })
    ))

  it("groups thousands of members by folder and ending, bounded", () => {
    const observation = observed(file)
    const photos = Array.from({ length: 3_000 }, (_, index) => `Takeout/Photos/${index}.jpg`)
    const folders = Array.from({ length: 30 }, (_, index) => `Takeout/Chat ${index}/messages.json`)
    observation.file.members?.list(["Takeout/history.json", ...photos, ...folders])
    observation.file.members?.open("Takeout/history.json")
    const line = unreadText(observation.report())
    expect(line).toContain("3,030 of 3,031 files of the archive: Takeout/Photos/*.jpg (3,000), Takeout/Chat 0/*.json,")
    expect(line).toContain("Takeout/Chat 18/*.json, 11 more")
  })

  it("refuses an archive of which nothing was opened, and lets an empty table pass", () => {
    const observation = observed(file)
    observation.file.members?.list(["photos/beach.jpg"])
    expect(noRowUsed("strava", "export.zip", observation.report())?.message).toBe(
      "nothing in export.zip was read: 1 of 1 files of the archive: photos/beach.jpg"
    )
    expect(noRowUsed("strava", "activities.csv", noReport)).toBeNull()
  })
})
