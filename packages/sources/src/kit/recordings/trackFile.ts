import type { FileSample } from "@daybook/core/sync"
import { constants, gunzipSync } from "node:zlib"
import { isGzip } from "../exportFile/sample.js"
import { textIn } from "../exportFile/text.js"
import { fit, isOtherFit } from "./fit.js"
import { gpx, joined } from "./gpx.js"
import { tcx } from "./tcx.js"
import { type Track, isRunTrack } from "./track.js"

/** Decompressed size limit in bytes. A day at one sample per second has a fifth of this. */
const maxBytes = 64 * 1_048_576

const ending = /\.(gpx|tcx|fit)(\.gz)?$/i

export type RecordingKind = "gpx" | "tcx" | "fit"

export const isTrackFile = (name: string): boolean => ending.test(name)

/** The name of an XML document's first element, without its prefix, after the declaration and comments. */
const rootElement = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*<(?:[\w.-]+:)?([\w.-]+)/i

/** The kind of a recording by its content; null if it is none. FIT has its name after the length of its data. */
export const recordingKind = ({ head, text }: Pick<FileSample, "head" | "text">): RecordingKind | null => {
  if (head.length >= 12 && Buffer.from(head.subarray(8, 12)).toString("latin1") === ".FIT") return "fit"
  const root = rootElement.exec(text.replace(/^\ufeff/, ""))?.[1]?.toLowerCase()
  return root === "gpx" ? "gpx" : root === "trainingcenterdatabase" ? "tcx" : null
}

/** Reads a recording of an archive by its file extension, gzipped or not. Null when unreadable or empty. */
export const trackOf = (name: string, bytes: Uint8Array): Track | null => {
  const kind = ending.exec(name)?.[1]?.toLowerCase()
  return kind === "gpx" || kind === "tcx" || kind === "fit" ? trackIn(kind, bytes) : null
}

/** Reads the one activity of a recording: its first run, else its first activity. Null when unreadable or empty. */
export const trackIn = (kind: RecordingKind, bytes: Uint8Array): Track | null => {
  const tracks = tracksIn(kind, bytes).filter(({ points }) => points.length > 0)
  const [first, ...others] = [...tracks.filter(isRunTrack), ...tracks.filter((track) => !isRunTrack(track))]
  if (first === undefined) return null
  return kind === "gpx" ? joined([first, ...others]) : first
}

/** Unpacked bytes, and whether they end before the packed ones did. */
interface PlainBytes {
  readonly plain: Uint8Array
  readonly isCut: boolean
}

/** Unpacks a recording. Of a truncated one what is whole, of a damaged one the packed bytes. */
const unpack = (bytes: Uint8Array): PlainBytes => {
  if (!isGzip(bytes)) return { plain: bytes, isCut: false }
  const attempt = (isCut: boolean): PlainBytes => ({
    isCut,
    plain: gunzipSync(bytes, {
      maxOutputLength: maxBytes,
      finishFlush: isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH
    })
  })
  try {
    return attempt(false)
  } catch {
    try {
      return attempt(true)
    } catch {
      return { plain: bytes, isCut: true }
    }
  }
}

/** The unpacked bytes of a recording; the packed ones if they are damaged. */
export const plainBytes = (bytes: Uint8Array): Uint8Array => unpack(bytes).plain

/** Whether a file of a watch is readable and holds something else than an activity. */
export const holdsNoActivity = (kind: RecordingKind, bytes: Uint8Array): boolean =>
  kind === "fit" && isOtherFit(plainBytes(bytes))

/** The end of a GPX or TCX file. Some programs write more behind it. */
const documentEnd = /<\/(?:[\w.-]+:)?(?:gpx|TrainingCenterDatabase)\s*>/i

const xmlTracks = (read: (text: string) => ReadonlyArray<Track>, bytes: Uint8Array): ReadonlyArray<Track> => {
  const text = textIn(bytes)
  // A tag or a value at the end of a truncated file is not whole.
  return documentEnd.test(text) ? read(text) : markCut(read(text.slice(0, text.lastIndexOf(">") + 1)))
}

/** Why a recording is read in part. */
export const noEnd = "the recording has no end"

/** Only the last track of a truncated file lacks its end. */
const markCut = (tracks: ReadonlyArray<Track>): ReadonlyArray<Track> =>
  tracks.map((track, index) => (index === tracks.length - 1 ? { ...track, isCut: true } : track))

/** Reads the activities of a recording, gzipped or not. None when unreadable or empty. */
export const tracksIn = (kind: RecordingKind, bytes: Uint8Array): ReadonlyArray<Track> => {
  try {
    const { isCut, plain } = unpack(bytes)
    const tracks = kind === "fit" ? fit(plain) : xmlTracks(kind === "tcx" ? tcx : gpx, plain)
    return isCut ? markCut(tracks) : tracks
  } catch {
    // Damaged: the table's row is used without it.
    return []
  }
}
