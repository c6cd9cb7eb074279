import type { PictureFinder } from "@daybook/core/images"
import { Effect } from "effect"
import { Settings } from "../../sources/provider/index.js"
import { candidates, hintOf } from "./wanted.js"

const isMbid = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/**
 * The Cover Art Archive (https://musicbrainz.org/doc/Cover_Art_Archive/API): the front of a release stands at a fixed
 * address, which redirects to where it is, or answers 404. So that nothing need be asked before it is fetched.
 */
export const coverArt = Effect.map(Settings.baseUrl("COVER_ART_BASE_URL", "https://coverartarchive.org"), (given): PictureFinder => {
  const baseUrl = given.replace(/\/+$/, "")
  return {
    source: "cover-art",
    find: (want) => {
      const release = hintOf(want, "mbid", "release_mbid")
      const group = hintOf(want, "release_group_mbid")
      const urls = [
        ...(isMbid(release) ? [`${baseUrl}/release/${release.toLowerCase()}/front-1200`, `${baseUrl}/release/${release.toLowerCase()}/front`] : []),
        ...(isMbid(group) ? [`${baseUrl}/release-group/${group.toLowerCase()}/front-1200`] : [])
      ]
      return Effect.succeed(candidates("cover-art", urls))
    }
  }
})
