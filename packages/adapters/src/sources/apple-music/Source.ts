import { listeningRoom } from "@daybook/core/listening"
import { Effect } from "effect"
import { following } from "../following.js"
import { followers } from "./followers.js"
import * as ITunes from "./ITunes.js"
import { missing, settings } from "./settings.js"

/** Links into Apple's music catalogue for what other sources bring. */
export const appleMusic = following({
  id: "apple-music",
  room: listeningRoom,
  syncType: "catalogue",
  missing,
  byDefault: true,
  settings,
  followers: (values) => Effect.map(ITunes.make(values), followers)
})
