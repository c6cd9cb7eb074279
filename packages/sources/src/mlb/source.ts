import { AttendingEnrichmentStore, attendingWriter } from "@daybook/core/attending"
import { Effect, Option } from "effect"
import * as Espn from "../espn/client.js"
import { cachedFor } from "../kit/enrichment/events.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as Mlb from "./client.js"
import { enrichments, type LeagueTeams } from "./enrichment.js"
import { toTeam } from "./toGames.js"

/** The league's teams with ESPN's colours. A list without colours does not replace one with them. */
const loadTeams = (mlb: Mlb.Mlb, espn: Espn.Espn, { logoBaseUrl }: Mlb.Settings): LeagueTeams =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    const teams = yield* mlb.teams
    const colors = yield* Effect.option(espn.baseballTeams)
    const storedCount = (yield* lookups.teams).get("mlb") ?? 0
    if (Option.isSome(colors) || storedCount === 0)
      yield* lookups.putTeams(
        teams.map((team) =>
          toTeam(
            team,
            Option.getOrElse(colors, () => []),
            logoBaseUrl
          )
        )
      )
    return teams
  })

/** Baseball: schedules, box scores and players from the league itself. */
export const mlb = enrichmentSource({
  id: "mlb",
  about: { title: "MLB", brings: "Scores, teams, box scores and players of baseball games you attended." },
  writer: attendingWriter,
  syncType: "games",
  byDefault: true,
  settings: Mlb.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) =>
    Effect.gen(function* () {
      const mlb = yield* Mlb.make(values)
      const espn = yield* Espn.make({ baseUrl: values.colorBaseUrl, gap: values.gap })
      return enrichments(mlb, yield* cachedFor(loadTeams(mlb, espn, values), "1 day"), values)
    })
})
