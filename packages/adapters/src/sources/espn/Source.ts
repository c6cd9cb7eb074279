import { attendingRoom } from "@daybook/core/attending"
import { Effect } from "effect"
import { following } from "../following.js"
import * as Espn from "./Espn.js"
import { followers } from "./followers.js"
import { missing, settings } from "./settings.js"

/** Football, basketball and soccer: scores, teams, who played. */
export const espn = following({
  id: "espn",
  room: attendingRoom,
  syncType: "games",
  missing,
  byDefault: true,
  settings,
  followers: (values) => Effect.flatMap(Espn.make(values), (espn) => followers(espn, values))
})
