import type { CorrectableType, CorrectionRules } from "../../corrections/index.js"
import { foldOf } from "../spellings.js"

const providerIds = ["artist_mbid"]

const title = (type: "album" | "track"): CorrectableType => ({
  key: ["artist", type],
  within: "artist",
  providerIds,
  kinds: {
    same: { object: type },
    different: { object: type },
    name: "value",
    credit: { object: "artist" },
    hide: "nothing"
  }
})

/**
 * What the owner may correct in listening. Artists are named by any of their spellings, and by their MusicBrainz id
 * where several have one name; albums and tracks by that and their title.
 */
export const listeningRules: CorrectionRules = {
  domain: "listening",
  normalize: foldOf,
  credited: ({ object, subject: { artist: _, artist_mbid: __, ...title } }) => ({ ...object, ...title }),
  types: {
    artist: {
      key: ["artist"],
      providerIds,
      kinds: { same: { object: "artist" }, different: { object: "artist" }, name: "value", hide: "nothing" }
    },
    album: title("album"),
    track: title("track")
  }
}
