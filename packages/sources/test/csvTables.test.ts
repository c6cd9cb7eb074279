import { type ImportFile, SourceFailure } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CsvFormat, exportFilesIn, readTables } from "../src/index.js"

const fileOf = (name: string, bytes: Uint8Array): ImportFile => ({
  name,
  size: bytes.length,
  stream: Stream.make(bytes),
  slice: (from, to) => Effect.succeed(bytes.slice(from, to))
})

const formats: ReadonlyArray<CsvFormat<string>> = [
  { name: "Cups", columns: ["cup", "size"], read: (value) => (value("cup") === "" ? null : `cup ${value("cup")}`) },
  { name: "Plates", columns: ["plate"], read: (value) => `plate ${value("plate")} ${value("nothing")}` }
]
const read = (name: string, bytes: string | Uint8Array) =>
  readTables(fileOf(name, typeof bytes === "string" ? strToU8(bytes) : bytes), "cupboard", formats)
const refusal = (name: string, bytes: string | Uint8Array) =>
  Effect.map(Effect.flip(read(name, bytes)), (failure) => {
    expect(failure).toBeInstanceOf(SourceFailure)
    expect(failure).toMatchObject({ source: "cupboard", state: "bad_file" })
    return failure.message
  })

it.effect("reads rows by the names of their columns, in any order, case and encoding", () =>
  Effect.gen(function* () {
    expect(yield* read("a.csv", '\ufeff Size ;CUP;constructor\n1;red;x\n2;"blue\ngreen";y\n3;;z\n')).toEqual([
      "cup red",
      "cup blue\ngreen"
    ])
    expect(yield* read("b.csv", "plate,other\nflat,1\n")).toEqual(["plate flat "])
  })
)

it.effect("reads the CSV files of a zip archive in whatever folder, each by its format", () =>
  Effect.gen(function* () {
    const archive = zipSync({
      "export/deep/Cups.CSV": strToU8("cup,size\nred,1\n"),
      "plates.csv": strToU8("plate\nflat\n"),
      "__MACOSX/._plates.csv": strToU8("rubbish"),
      "readme.txt": strToU8("no table")
    })
    expect((yield* read("anything", archive)).toSorted()).toEqual(["cup red", "plate flat "])
    expect(yield* refusal("a.zip", zipSync({ "readme.txt": strToU8("x") }))).toBe("a.zip holds no CSV file")
  })
)

it.effect("leaves out tables of other services in an archive, and says so", () =>
  Effect.gen(function* () {
    const archive = zipSync({ "cups.csv": strToU8("cup,size\nred,1\n"), "forks.csv": strToU8("fork\nlong\n") })
    let remarks: ReadonlyArray<string> = []
    const file: ImportFile = {
      ...fileOf("a.zip", archive),
      onReport: (report) => Effect.sync(() => void (remarks = report.remarks))
    }
    expect(yield* readTables(file, "cupboard", formats)).toEqual(["cup red"])
    expect(remarks).toEqual(["forks.csv is no export of Cups or Plates: it has no column plate; it was left out"])
    const forks = zipSync({ "forks.csv": strToU8("fork\nlong\n") })
    expect(yield* refusal("a.zip", forks)).toMatch(/^forks\.csv is no export of Cups or Plates/)
  })
)

it.effect("names the column that is missing, and refuses a file that is cut short", () =>
  Effect.gen(function* () {
    expect(yield* refusal("a.csv", "cup,colour\nred,1\n")).toBe(
      "a.csv is no export of Cups or Plates: it has no column size"
    )
    expect(yield* refusal("b.csv", 'cup,size\nred,1\n"blue')).toMatch(/^b\.csv is cut short: /)
  })
)

it.effect("lists the export files of a folder, and none of a folder that does not exist", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "daybook-exports-"))
    for (const name of ["b.csv", "a.zip", "notes.txt", ".hidden.csv"]) writeFileSync(join(folder, name), name)
    const names = (path: string) =>
      Effect.map(Stream.runCollect(exportFilesIn("cupboard", path)), (files) => Array.from(files, ({ name }) => name))
    expect(yield* names(folder)).toEqual(["a.zip", "b.csv"])
    expect(yield* names(join(folder, "none"))).toEqual([])
    rmSync(folder, { recursive: true })
  })
)
