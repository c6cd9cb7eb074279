/** The formats that other programs read, in the order in which they are listed everywhere. */
export const exportFormatNames = [
  "listenbrainz",
  "lastfm-csv",
  "letterboxd",
  "trakt",
  "netscape-bookmarks",
  "ics",
  "gpx"
] as const

export type ExportFormatName = (typeof exportFormatNames)[number]
