import type { Kind } from "@daybook/core/listening"
import { Effect } from "effect"
import { forget } from "../../EnrichmentTasks.js"
import { sql } from "../../kit/sql.js"
import { withdrawFound } from "../../withdrawFound.js"
import { setTags } from "../genres.js"

/**
 * Forgets what was looked up for records whose MusicBrainz id the owner gave or took back, so that it is looked up
 * again. Pictures that the owner chose stay.
 */
export const forgetDetails = Effect.fn("listening.forgetDetails")(function* (kind: Kind, ids: ReadonlyArray<number>) {
  if (ids.length === 0) return
  yield* forget("listening", kind, ids)
  yield* withdrawFound(
    "listening",
    ids.map((id) => ({ type: kind, id }))
  )
  if (kind === "artist") {
    for (const id of ids) yield* setTags(id, [], null)
    yield* sql`DELETE FROM listening_similar WHERE artist_id = ANY(${ids}::int[])`
  }
  yield* sql`
    UPDATE ${sql(`listening_${kind}s`)} SET apple_music_url = NULL, ${sql.literal(details[kind])}
    WHERE id = ANY(${ids}::int[])`
})

const details: Readonly<Record<Kind, string>> = {
  artist: "bio_summary = NULL, bio_content = NULL, provider_plays = NULL, bio_synced_at = NULL",
  album: "released_year = NULL, total_tracks = NULL",
  track: "preview_url = NULL"
}
