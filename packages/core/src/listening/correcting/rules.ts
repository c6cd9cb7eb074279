import type { CorrectableType, CorrectionRules, Requirement } from "../../corrections/index.js"
import { musicBrainzId } from "../../shared/names.js"
import { foldOf } from "../spellings.js"

const providerIds = ["artist_mbid"]

/** A MusicBrainz id of the owner's choice, which no report changes. */
const identified: Requirement = {
  orNone: true,
  fields: {
    mbid: (value) =>
      musicBrainzId(value) === null
        ? "must be a MusicBrainz id, such as mbid=a74b1b7f-71a5-4011-9441-d0b5e4122711: it is in the address of the page"
        : null
  }
}

const title = (type: "album" | "track"): CorrectableType => ({
  key: ["artist", type],
  within: "artist",
  providerIds,
  kinds: {
    same: { object: type },
    different: { object: type },
    name: "value",
    credit: { object: "artist" },
    identify: identified,
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
      kinds: {
        same: { object: "artist" },
        different: { object: "artist" },
        name: "value",
        identify: identified,
        hide: "nothing"
      }
    },
    album: title("album"),
    track: title("track")
  }
}
