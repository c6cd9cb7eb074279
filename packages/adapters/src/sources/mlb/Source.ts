import { AttendingLookups, attendingRoom } from "@daybook/core/attending"
import { Effect, Option } from "effect"
import * as Espn from "../espn/Espn.js"
import { following } from "../following.js"
import { remembered } from "../leagues/remembered.js"
import { followers, type KnownTeams } from "./followers.js"
import * as Mlb from "./Mlb.js"
import { missing, type Settings, settings } from "./settings.js"
import { toTeam } from "./toTeam.js"

/** The league's list, coloured by ESPN's. Without colours it is not stored over one that has them. */
const knownTeams = (mlb: Mlb.Mlb, espn: Espn.Espn, { logoBaseUrl }: Settings): KnownTeams =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const teams = yield* mlb.teams
    const colors = yield* Effect.option(espn.baseballTeams)
    const stored = (yield* lookups.teams).get("mlb") ?? 0
    if (Option.isSome(colors) || stored === 0) yield* lookups.putTeams(teams.map((team) => toTeam(team, Option.getOrElse(colors, () => []), logoBaseUrl)))
    return teams
  })

/** Baseball: schedules, box scores, players, from the league itself. */
export const mlb = following({
  id: "mlb",
  room: attendingRoom,
  syncType: "games",
  missing,
  byDefault: true,
  settings,
  followers: (values) =>
    Effect.gen(function*() {
      const mlb = yield* Mlb.make(values)
      const espn = yield* Espn.make({ baseUrl: values.colorBaseUrl, gap: values.gap })
      return followers(mlb, yield* remembered(knownTeams(mlb, espn, values), "1 day"), values)
    })
})
