import type { ExportFormat } from "./ExportFormat.js"
import { gpx } from "./gpx.js"
import { ics } from "./ics.js"
import { lastfmCsv } from "./lastfmCsv.js"
import { letterboxd } from "./letterboxd.js"
import { listenbrainz } from "./listenbrainz.js"
import { netscapeBookmarks } from "./netscapeBookmarks.js"
import type { ExportFormatName } from "./names.js"
import { trakt } from "./trakt.js"

export * from "./ExportFormat.js"
export * from "./ExportableRecords.js"
export * from "./icalendar.js"
export * from "./names.js"
export * from "./ownEvent.js"
export { Deflate } from "./zip.js"

/** Every format by its name. */
export const exportFormats: { readonly [Name in ExportFormatName]: ExportFormat<Name> } = {
  listenbrainz,
  "lastfm-csv": lastfmCsv,
  letterboxd,
  trakt,
  "netscape-bookmarks": netscapeBookmarks,
  ics,
  gpx
}
