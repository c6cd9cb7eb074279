import type { Mention } from "@daybook/core/attending"

const longest = 60

const side = (text: string | undefined): string | null => {
  const name = text?.replace(/^\W*(?:mlb|nfl|nba|wnba|mls|ncaa)\s*[:-]\s*/i, "").replace(/\s+[-–—|(].*$/, "").trim() ?? ""
  return name === "" || name.length > longest || name.split(/\s+/).length > 6 ? null : name
}

/** `Home vs. Away`, `Away @ Home`, `Away at Home` as teams; whether they are teams of a league is for who knows leagues to say. */
export const teamsOf = (title: string | null, venue: string | null = null): Mention["teams"] => {
  if (title === null || title.length > 200) return null
  const found = /\s(vs?\.?|versus|@|at)\s/i.exec(title)
  if (found === null) return null
  const [between, word = ""] = found
  const [one, other] = [side(title.slice(0, found.index)), side(title.slice(found.index + between.length))]
  if (one === null || other === null) return null
  const isAt = word === "@" || word.toLowerCase() === "at"
  // "Band at The Fillmore" names a place.
  if (isAt && venue !== null && venue.toLowerCase().includes(other.toLowerCase())) return null
  return isAt ? { home: other, away: one } : { home: one, away: other }
}
