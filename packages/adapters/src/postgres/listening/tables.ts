import type { ExportTable } from "../ExportTable.js"

/** What listening stores; counts are made anew from it. */
export const listeningTables: ReadonlyArray<ExportTable> = [
  { name: "listening_genres", key: ["id"] },
  { name: "listening_artists", key: ["id"] },
  { name: "listening_spellings", key: ["id"] },
  { name: "listening_albums", key: ["id"] },
  { name: "listening_tracks", key: ["id"] },
  { name: "listening_plays", key: ["id"] },
  { name: "listening_similar", key: ["artist_id", "name"] },
  { name: "listening_accounts", key: ["source"] },
  { name: "listening_filters", key: ["id"] }
]
