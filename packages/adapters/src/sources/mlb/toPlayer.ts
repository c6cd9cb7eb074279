import type { Player } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import type { PersonWire } from "./wire.js"

/** Where the league keeps a player's pictures: cut out, and with the stadium behind. */
export const photosOf = (id: number, baseUrl: string): Pick<Player, "photoFull" | "photoSilo"> => {
  const base = baseUrl.replace(/\/+$/, "")
  return {
    photoSilo: `${base}/w_426,q_100/v1/people/${id}/headshot/silo/current`,
    photoFull: `${base}/w_426,q_100/v1/people/${id}/headshot/67/current`
  }
}

const text = (given: string | null | undefined): string | null => given == null || given.trim() === "" ? null : given.trim()

const dateOf = (given: string | null | undefined): string | null => given != null && isLocalDate(given) ? given : null

/** A player as the league's own page tells. */
export const toPlayer = (person: PersonWire, photoBaseUrl: string): Player => ({
  league: "mlb",
  id: person.id,
  espnId: null,
  fullName: person.fullName,
  firstName: text(person.useName) ?? text(person.firstName),
  lastName: text(person.lastName),
  primaryPosition: text(person.primaryPosition?.abbreviation),
  primaryNumber: text(person.primaryNumber),
  primaryTeamId: person.currentTeam?.id ?? null,
  biography: {
    birthDate: dateOf(person.birthDate),
    birthCity: text(person.birthCity),
    birthStateProvince: text(person.birthStateProvince),
    birthCountry: text(person.birthCountry),
    height: text(person.height),
    weight: person.weight ?? null,
    bats: text(person.batSide?.code),
    throws: text(person.pitchHand?.code),
    debutDate: dateOf(person.mlbDebutDate),
    collegeName: text(person.education?.colleges?.at(-1)?.name),
    awards: (person.awards ?? []).flatMap(({ id, name, season }) => {
      const [award, title, year] = [text(id), text(name), text(season)]
      return award === null || title === null || year === null ? [] : [{ season: year, id: award, name: title }]
    })
  },
  ...photosOf(person.id, photoBaseUrl)
})
