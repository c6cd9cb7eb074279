import { gunzipSync } from "node:zlib"
import { fit } from "./fit.js"
import { gpx } from "./gpx.js"
import { tcx } from "./tcx.js"
import type { Track } from "./Track.js"

/** Unpacked, in bytes: a day of recording every second is a fifth of this. */
const largest = 64 * 1_048_576

const kind = /\.(gpx|tcx|fit)(\.gz)?$/i

export const isTrackFile = (name: string): boolean => kind.test(name)

/** Reads a recording by its name's ending, packed or not. Null for one that cannot be read or holds nothing. */
export const trackOf = (name: string, bytes: Uint8Array): Track | null => {
  const ending = kind.exec(name)
  if (ending === null) return null
  try {
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: largest }) : bytes
    switch (ending[1]?.toLowerCase()) {
      case "fit": return fit(plain)
      case "tcx": return tcx(new TextDecoder().decode(plain))
      default: return gpx(new TextDecoder().decode(plain))
    }
  } catch {
    // Damaged or cut short: the table's row stands without it.
    return null
  }
}
