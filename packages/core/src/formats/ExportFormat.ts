import { Effect, Stream } from "effect"
import type { BuiltInDomain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import { ExportableRecords } from "./ExportableRecords.js"
import type { Deflate } from "./zip.js"

type Records<A> = Stream.Stream<A, StorageFailure>

/** The bytes of a file, streamed. */
type FileBytes<R> = Stream.Stream<Uint8Array, StorageFailure, R>

/** A format that other programs read. */
export interface ExportFormat<Name extends string = string> {
  /** The name in the command line and the API. */
  readonly name: Name
  /** The domain whose records it holds. */
  readonly domain: BuiltInDomain
  /** A domain that a setting adds, whose records are in the file as well if it is on. */
  readonly optionalDomain?: string
  /** What is in the file, in one sentence. */
  readonly about: string
  /** Of the file's name, without a dot. */
  readonly extension: string
  readonly contentType: string
  /** The file with every visible record. `onRecord` runs for each of them. A file without records is valid as well. */
  readonly write: (onRecord: Effect.Effect<void>) => FileBytes<ExportableRecords | Deflate>
}

interface Declaration<Name extends string, A> extends Omit<ExportFormat<Name>, "write"> {
  readonly recordsOf: (records: ExportableRecords["Type"]) => Records<A>
  readonly bytesOf: (records: Records<A>) => FileBytes<Deflate>
}

/** A format from the records that it needs and the bytes that they make. */
export const exportFormat = <const Name extends string, A>({
  bytesOf,
  recordsOf,
  ...format
}: Declaration<Name, A>): ExportFormat<Name> => ({
  ...format,
  write: (onRecord) =>
    Stream.unwrap(Effect.map(ExportableRecords, (records) => bytesOf(Stream.tap(recordsOf(records), () => onRecord))))
})

/** The name of the file: the format and the day, `ics-2026-03-14.ics`. */
export const fileNameOf = ({ extension, name }: Pick<ExportFormat, "extension" | "name">, today: string): string =>
  `${name}-${today}.${extension}`
