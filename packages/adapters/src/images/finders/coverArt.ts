import type { PictureFinder } from "@daybook/core/images"
import { Effect } from "effect"
import { Settings } from "../../sources/provider/index.js"
import { musicBrainz } from "./musicBrainz.js"
import { candidates, hintOf } from "./wanted.js"

const isMbid = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** From so many releases of one Discogs page their fronts are tried. */
const mostReleases = 2

/**
 * The Cover Art Archive (https://musicbrainz.org/doc/Cover_Art_Archive/API): the front of a release stands at a fixed
 * address, which redirects to where it is, or answers 404. So that nothing need be asked before it is fetched, but which
 * release of MusicBrainz a record is: its own mbid, else what MusicBrainz says of its page at Discogs.
 */
export const coverArt = Effect.gen(function*() {
  const baseUrl = (yield* Settings.baseUrl("COVER_ART_BASE_URL", "https://coverartarchive.org")).replace(/\/+$/, "")
  const releases = yield* musicBrainz
  const frontsOf = (mbid: string) => [`${baseUrl}/release/${mbid.toLowerCase()}/front-1200`, `${baseUrl}/release/${mbid.toLowerCase()}/front`]
  const finder: PictureFinder = {
    source: "cover-art",
    find: (want) =>
      Effect.gen(function*() {
        const own = hintOf(want, "mbid", "release_mbid")
        const discogs = hintOf(want, "discogs_release")
        const group = hintOf(want, "release_group_mbid")
        const asked = isMbid(own) || discogs === undefined || releases === undefined ? [] : yield* releases.ofDiscogs(discogs)
        return candidates("cover-art", [
          ...[own, ...asked].filter(isMbid).slice(0, mostReleases).flatMap(frontsOf),
          ...(isMbid(group) ? [`${baseUrl}/release-group/${group.toLowerCase()}/front-1200`] : [])
        ])
      })
  }
  return finder
})
