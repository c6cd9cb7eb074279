import type { Game } from "../games.js"
import { categoryOf } from "../kinds.js"
import { isOfSeveralLeagues, type Kind } from "./kinds.js"
import { gameNode, threadNode } from "./nodes.js"
import { type Parts, weightOf } from "./parts.js"
import { named } from "./scores.js"
import { callsTeam } from "./sports.js"
import { isGround, isStage } from "./stages.js"
import type { Thread } from "./threads.js"
import { type Ground, isAwayTeam, isHomeTeam } from "./Told.js"
import { plain, sameVenue, venueName } from "./words.js"

/** How sure it is that something is an event of the owner's: listed, for them to decide, or nothing at all. */
export type Evidence = "listed" | "pending" | "none"

/**
 * A ticket, the owner's own word or a list of what was attended is enough. A calendar row alone becomes an event only where
 * a league knows the game or the set-list service the concert, or where its title says what is played and its place is a
 * stage. All else that a calendar may mean by an outing waits; rows of everyday life are nothing.
 */
export const evidenceOf = (parts: Parts, kind: Kind, ground: Ground): Evidence => {
  const { concerts, game, told } = parts
  const isSaid = kind.by === "source" && kind.type !== "concert"
  if (told.some((one) => one.promotion !== null || weightOf(one) < 3) || concerts.length > 0 || isSaid) return "listed"
  if (game !== null) return isKnownGame(parts, game, ground) ? "listed" : "pending"
  if (kind.by === "source") return "pending"
  if (told.every(({ mention }) => mention.routine === true || chore.test(mention.title ?? ""))) return "none"
  if (kind.by === "words" && !isLeisure(parts) && !isOnStage(parts, ground)) return "none"
  if (kind.type !== null) return isShownOnStage(parts, kind, ground) ? "listed" : "pending"
  return isOfSeveralLeagues(parts, ground) || (isOnStage(parts, ground) && isLeisure(parts)) ? "pending" : "none"
}

/** What people mean to do, not to see. */
const chore = /^\s*(?:buy|renew|pay|order|listen to|sign up|submit|return|remind)\b/i

/** Words of the title count where the place is one to see such things, at a time that is nobody's working hours. */
const isShownOnStage = (parts: Parts, kind: Kind, ground: Ground): boolean =>
  kind.by === "words" && kind.type !== "concert" && categoryOf(kind.type!) !== "sports" && isOnStage(parts, ground) && isLeisure(parts)

const isOnStage = ({ told }: Parts, { concertVenues, rules }: Ground): boolean =>
  told.some(({ mention }) => {
    if (mention.venue === null) return false
    const name = venueName(mention.venue.name, rules)
    return isStage(name) || rules.venues.some((venue) => venue.name === name) || concertVenues.has(plain(name))
  })

const [dayBegins, evening] = [7 * 60, 17 * 60]

/** Whether it is on a weekend, in the evening, or of no time of day. */
const isLeisure = ({ threads }: Parts): boolean =>
  threads.some(({ date, minutes }) => {
    const weekday = date === null ? 0 : new Date(`${date}T12:00:00Z`).getUTCDay()
    return minutes === null || weekday === 0 || weekday === 6 || minutes < dayBegins - 60 || minutes >= evening
  })

/**
 * Whether a row means that its owner goes to a game: it names both sides, or one and the ground. Not at a bar that shows it,
 * and not where the owner's team plays far away and no place is told.
 */
const isKnownGame = ({ threads }: Parts, game: Game, ground: Ground): boolean =>
  threads.some((thread) => {
    if (thread.externals.length > 0) return true
    const sides = named(threadNode(thread), gameNode({ game, dated: [game] }, ground), ground)
    const at = placeOf(thread, game, ground)
    if (sides.home && sides.away) return at === "ground" || (at === "unknown" && (thread.venue !== null || !isAwayTeam(game, ground)))
    return at === "ground" || (at === "unknown" && saysGame(thread, game, ground))
  })

const placeOf = ({ told, venue }: Thread, game: Game, { rules }: Ground): "ground" | "unknown" | "elsewhere" => {
  if (venue === null || game.venue === null) return "unknown"
  if (sameVenue(venue, venueName(game.venue.name, rules))) return "ground"
  // Grounds change their names with their sponsors.
  const city = game.venue.city
  const inTown = city !== null && told.some(({ mention }) => mention.venue?.city != null && plain(mention.venue.city) === plain(city))
  return isGround(venue, inTown) ? "unknown" : "elsewhere"
}

/** "M's game", without a place, on the day of a home game of the owner's team. */
const saysGame = ({ title }: Thread, game: Game, ground: Ground): boolean =>
  title !== null && isHomeTeam(game, ground) && /\b(?:game|opener|opening day)\b/i.test(title) && callsTeam(title, game.home.team.name.split(" ").at(-1) ?? "")
