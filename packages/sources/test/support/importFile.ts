import type { FileSample, ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Effect, Either, Stream } from "effect"

/** An export file in memory, read in small parts that split rows and characters. */
export const importFile = (name: string, content: string | Uint8Array, part = 7): ImportFile => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const parts = Array.from({ length: Math.ceil(bytes.length / part) }, (_, index) =>
    bytes.subarray(index * part, (index + 1) * part)
  )
  return {
    name,
    size: bytes.length,
    stream: Stream.fromIterable(parts),
    slice: (from, to) => Effect.sync(() => bytes.slice(from, to))
  }
}

/** The records of a file's pages up to its end or its failure, and that failure. */
export const readPages = <Record>(pages: Stream.Stream<Page<Record>, SourceFailure>) =>
  Effect.suspend(() => {
    const records: Array<Record> = []
    return Stream.runForEach(pages, (page) => Effect.sync(() => void records.push(...page.records))).pipe(
      Effect.either,
      Effect.map((end) => ({ records: records as ReadonlyArray<Record>, failure: Either.getOrNull(Either.flip(end)) }))
    )
  })

/** The sample of a text, with its first line as a row, or of an archive with these names. */
export const fileSample = (text: string, ...entries: ReadonlyArray<string>): FileSample => ({
  ...{ head: Buffer.from(text), text, objects: [] },
  rows: [
    text
      .replace(/^\ufeff?(?:sep=.\s+)?/, "")
      .split(/[\r\n]/, 1)[0]!
      .split(/[,;\t]/)
      .map((cell) => cell.replaceAll('"', ""))
  ],
  entries: entries.length === 0 ? null : entries
})

/** A source that reads files. */
export interface FileSource<Record, R = never> {
  readonly id: string
  readonly importFile?: ((file: ImportFile) => Stream.Stream<Page<Record>, SourceFailure, R>) | undefined
  readonly recognise?: Recognise | undefined
}

/** How a source reads and recognises files. */
export const filesOf = <Record, R>({ importFile, recognise }: FileSource<Record, R>) => {
  if (importFile === undefined || recognise === undefined) throw new Error("The source reads no files")
  return { exportFile: importFile, recognise }
}
