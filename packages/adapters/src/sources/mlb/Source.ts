import { AttendingLookups, attendingRoom, type AttendingWrites } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import * as Espn from "../espn/Espn.js"
import { remembered } from "../leagues/remembered.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { followers, type KnownTeams } from "./followers.js"
import * as Mlb from "./Mlb.js"
import { missing, type Settings, settings } from "./settings.js"
import { toTeam } from "./toTeam.js"

const id = "mlb"

const stored = { id, room: attendingRoom, syncType: "games", importFile: Option.none(), pull: () => Stream.empty }

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
export const mlb: SourceDefinition<AttendingLookups | AttendingWrites> = {
  id,
  domain: "attending",
  schedule: Option.none(),
  follows: true,
  missing,
  byDefault: true,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.gen(function*() {
    const values = yield* settings
    const mlb = yield* Mlb.make(values)
    const espn = yield* Espn.make({ baseUrl: values.colorBaseUrl, gap: values.gap })
    const teams = yield* remembered(knownTeams(mlb, espn, values), "1 day")
    return source<never, AttendingLookups | AttendingWrites>({ ...stored, followers: followers(mlb, teams, values) })
  }),
  archive: source<never, AttendingLookups | AttendingWrites>(stored)
}
