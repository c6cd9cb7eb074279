import type { Game } from "../games.js"
import { categoryOf } from "../kinds.js"
import type { Mention } from "../model.js"
import { isOfSeveralLeagues, type Kind } from "./kinds.js"
import { type MergeInput, type StoredMention, isAwayTeam, isHomeTeam } from "./model.js"
import { type Parts, gameNode, precedenceOf, threadNode } from "./nodes.js"
import { isTransfer, ordersOf } from "./orders.js"
import { namedSides } from "./scores.js"
import { callsTeam } from "./sports.js"
import { namesShow } from "./showTitle.js"
import { isSportsVenue, isStage } from "./stages.js"
import type { Thread } from "./threads.js"
import { plain, sameVenue, venueName } from "./words.js"

/** Whether a cluster is an event of the owner (`listed`), needs a decision (`pending`), or is no event (`none`). */
export type Evidence = "listed" | "pending" | "none"

/**
 * A ticket, a manual entry or a list of attended events suffices. A calendar row alone is an event only in these cases:
 * a league has the game, the set-list service has the concert, or its title names the kind and its venue is a stage.
 * Other rows that may be outings are pending; everyday rows are no events.
 */
export const evidenceOf = (parts: Parts, kind: Kind, input: MergeInput): Evidence => {
  const { concerts, game, mentions, threads } = parts
  const isStated = kind.by === "source" && kind.type !== "concert"
  if (mentions.some((one) => one.promotion !== null)) return "listed"
  // The tickets were transferred or moved to another day, and the order they belong to is unknown.
  if (mentions.some((one) => isTransfer(one) || isMove(one)) && !threads.some(({ hasOrder }) => hasOrder))
    return "pending"
  if (mentions.some((one) => precedenceOf(one) < 3) || concerts.length > 0 || isStated) return "listed"
  // Without a ticket, the owner may have gone on neither day.
  if (parts.isRainedOut) return "pending"
  if (game !== null) return isGameVisit(parts, game, input) ? "listed" : "pending"
  if (kind.by === "source") return "pending"
  if (mentions.every(({ mention }) => mention.routine === true || isChore(mention.title ?? ""))) return "none"
  if (kind.by === "words" && !isLeisure(parts) && !isOnStage(parts, input)) return "none"
  if (kind.type !== null) return isShownOnStage(parts, kind, input) ? "listed" : "pending"
  return isOfSeveralLeagues(parts, input) || (isOnStage(parts, input) && isLeisure(parts)) ? "pending" : "none"
}

const isMove = ({ mention }: StoredMention): boolean => mention.isMove === true

/** Titles of errands. */
const errand =
  /^\s*(?:(?:buy|renew|pay|order|listen to|sign up|submit|return|remind|sew|sell|bake)\b|(?:drop|drive|take|bring|fetch)\s\S+\s(?:at|to|off|from)\b|(?:déposer|préparer|peindre|récupérer|emmener|llevar|recoger|preparar|portare|preparare)\s)|\s(?:kopieren|nähen|fahren|streichen|holen|planen|backen|basteln|bringen|verkaufen|halen|brengen)\s*$/iu
/** Words of those who make a show, help with it or learn for it, and do not watch it. */
const takingPart = new RegExp(
  `(?<![a-zÀ-ɏ])(?:${[
    "committee|(?:writing|writers'?|support|study|planning) groups?|crew|cast party|(?:set|stage|prop) (?:building|build|painting|construction|strike)|strike|load-?(?:in|out)|tech(?: week| run)?|run-?through|rehearsals?|fittings?|costumes?|writing|writers?'?|volunteers?|volunteering|ushers?|ushering|fund-?rais(?:er|ing)|bake sale|car ?pool|auditions?|lessons?|class(?:es)?|course|workshop|practice|choir|planning|prep|sign-?ups?|call time|interview|training|coaching|homework|essay|quiz|exam|lecture|book club|meeting|meetup|lunch with|drop-?off|pick-?up|boosters?|banquet|set-?up|budget|snacks",
    "probe\\w*|\\w*probe|ausschuss|vorstand|kurs|\\w*gruppe|treffen|\\w*aufbau|\\w*abbau|\\w*bau|helfer\\w*|verein\\w*|unterricht|sitzung|kulissen\\w*|kostüm\\w*|chorprobe|vorsprechen|förderverein|besprechung|abholen|lesekreis|elternabend|infoabend|stammtisch|\\w*versammlung|\\w*verkauf|technik-?team|requisiten",
    "répétitions?|cours|atelier|comité|réunion|bénévol\\w*|montage|démontage|groupe|décors?|costumes?|association|inscriptions?|covoiturage|buvette|essayages?|couture|régie|stage de|pot de",
    "ensayos?|clases?|taller|comité|reunión|voluntari\\w*|montaje|grupo|vestuario|curso|decorados?|audición",
    "prove|corso|laboratorio|comitato|riunione|volontari|allestimento|gruppo|repetitie|cursus|vrijwilligers?|vergadering|opbouw|ensaio|aula|oficina|voluntários|reunião|montagem"
  ].join("|")})(?![a-zÀ-ɏ])|稽古|リハーサル|練習|会議|委員会|打ち合わせ|教室|レッスン|ボランティア`,
  "i"
)

/** Words of those who make shows and of names of shows: such a row waits. */
const mayTakePart =
  /(?<![a-zÀ-ɏ])(?:groups?|society|club|board|guild|school|homeschool|camp|course|kids|kindergarten|team|staff|league|planung|schul\w*|chor|verein|école|scolaire|chorale|escuela|escolar|colegio|coro|scuola|koor|club)(?![a-zÀ-ɏ])|部/i

/** Whether a title is of an errand, or of work for a show. */
const isChore = (title: string): boolean => errand.test(title) || takingPart.test(title)

/** Words of the title decide only at a stage and outside working hours. */
const isShownOnStage = (parts: Parts, kind: Kind, input: MergeInput): boolean =>
  kind.by === "words" &&
  kind.type !== "concert" &&
  categoryOf(kind.type!) !== "sports" &&
  parts.mentions.some(
    ({ mention }) => !mayTakePart.test(mention.title ?? "") && namesShow(mention.title ?? "", wordsOfKind(kind, input))
  ) &&
  isOnStage(parts, input) &&
  isLeisure(parts)

const wordsOfKind = ({ type }: Kind, { rules }: MergeInput): ReadonlyArray<string> =>
  rules.kinds.flatMap(({ kind, words }) => (kind === type ? words : []))

const isOnStage = ({ mentions }: Parts, { concertVenues, rules }: MergeInput): boolean =>
  mentions.some(({ mention }) => {
    if (mention.venue === null) return false
    const name = venueName(mention.venue.name, rules)
    return isStage(name) || rules.venues.some((venue) => venue.name === name) || concertVenues.has(plain(name))
  })

const [dayBegins, evening] = [7 * 60, 17 * 60]

/** Whether it is on a weekend, early or in the evening, or has no time. */
const isLeisure = ({ threads }: Parts): boolean =>
  threads.some(({ date, minutes }) => {
    const weekday = date === null ? 0 : new Date(`${date}T12:00:00Z`).getUTCDay()
    return minutes === null || weekday === 0 || weekday === 6 || minutes < dayBegins - 60 || minutes >= evening
  })

/**
 * Whether a row is a visit to a game: it names both teams, or one team and the venue. A bar that shows the game does
 * not count, nor does an away game of the owner's team without a venue.
 */
const isGameVisit = ({ threads }: Parts, game: Game, input: MergeInput): boolean =>
  threads.some((thread) => {
    if (thread.externals.length > 0) return true
    const sides = namedSides(threadNode(thread), gameNode({ game, dated: [game], ids: [] }, input), input)
    const at = placeOf(thread, game, input)
    if (sides.home && sides.away)
      return at === "venue" || (at === "unknown" && (thread.venue !== null || !isAwayTeam(game, input)))
    return at === "venue" || (at === "unknown" && namesHomeGame(thread, game, input))
  })

const placeOf = ({ mentions, venue }: Thread, game: Game, { rules }: MergeInput): "venue" | "unknown" | "elsewhere" => {
  if (venue === null || game.venue === null) return "unknown"
  if (sameVenue(venue, venueName(game.venue.name, rules))) return "venue"
  // Venues change their names with their sponsors.
  const city = game.venue.city
  const inTown =
    city !== null &&
    mentions.some(({ mention }) => mention.venue?.city != null && plain(mention.venue.city) === plain(city))
  return isSportsVenue(venue, inTown) ? "unknown" : "elsewhere"
}

/** Whether a title such as "M's game" without a venue means a home game of the owner's team on that day. */
const namesHomeGame = ({ title }: Thread, game: Game, input: MergeInput): boolean =>
  title !== null &&
  isHomeTeam(game, input) &&
  /\b(?:game|opener|opening day)\b/i.test(title) &&
  callsTeam(title, game.home.team.name.split(" ").at(-1) ?? "")

/** Status of an event and whether the owner attends it. */
export interface Attendance {
  readonly status: "scheduled" | "postponed" | "cancelled"
  readonly going: boolean
  /** Whether the event is listed. A cancelled or declined event is listed only with a ticket. */
  readonly listed: boolean
}

/** The owner's decision, else tickets and calendar rows. */
export const attendanceOf = (
  threads: ReadonlyArray<Thread>,
  mentions: ReadonlyArray<StoredMention>,
  game: Game | null
): Attendance => {
  const tickets = threads.filter(({ hasOrder }) => hasOrder)
  const rows = mentions.filter(({ mention }) => mention.orders.length === 0)
  const status = statusOf(tickets, game, rows)
  const hasTransfer = mentions.some(isTransfer)
  const hasMove = mentions.some(isMove)
  const isGivenAway = hasTransfer && tickets.length > 0 && ordersOf(mentions).length === 0
  const presence = latest(mentions.filter((one) => one.presence !== null))?.presence ?? null
  const latestReport = latest(mentions.filter(({ mention }) => mention.attended !== null))?.mention.attended ?? null
  const isConfirmed = mentions.some(({ mention }) => mention.attended === true && mention.state === "confirmed")
  const decision = presence ?? (latestReport === false ? false : null)
  const present =
    mentions.some(({ promotion }) => promotion !== null) ||
    tickets.some(({ state }) => state === "confirmed") ||
    isConfirmed ||
    rows.some(({ mention }) => mention.state === "confirmed")
  const isAbandoned = game?.state === "abandoned"
  const tookPlace = status === "scheduled" || (isAbandoned && game.home.score !== null)
  const isCancelled = stateOfRows(rows) === "cancelled"
  const hasPlace = (!isGivenAway || isConfirmed) && (!hasTransfer || tickets.length > 0)
  const going = decision ?? (tookPlace && present && !isCancelled && hasPlace)
  return {
    status,
    going,
    listed:
      ((tickets.length > 0 || hasTransfer || hasMove) && !isGivenAway) ||
      presence !== null ||
      mentions.some(({ promotion, source }) => promotion !== null || source === "manual") ||
      (decision !== false &&
        (isGivenAway ? isConfirmed : present) &&
        (status !== "cancelled" || isAbandoned) &&
        !isCancelled)
  }
}

const statusOf = (
  tickets: ReadonlyArray<Thread>,
  game: Game | null,
  rows: ReadonlyArray<StoredMention>
): Attendance["status"] => {
  if (game?.state === "cancelled" || game?.state === "abandoned") return "cancelled"
  if (game?.state === "postponed") return "postponed"
  if (game !== null) return ticketStatus(tickets) ?? "scheduled"
  const row = stateOfRows(rows)
  return ticketStatus(tickets) ?? (row === "cancelled" || row === "postponed" ? row : "scheduled")
}

/** The newest row decides. Of several as new, one that still has the event: another calendar may have dropped it. */
const stateOfRows = (rows: ReadonlyArray<StoredMention>): Mention["state"] | undefined => {
  const saidAt = latest(rows)?.mention.saidAt
  const newest = rows.filter(({ mention }) => mention.saidAt === saidAt)
  return (newest.find(({ mention }) => mention.state !== "cancelled") ?? newest[0])?.mention.state
}

/** Tickets are cancelled or postponed only if no order is still confirmed or unread. */
const ticketStatus = (tickets: ReadonlyArray<Thread>): "cancelled" | "postponed" | null => {
  const [newest] = tickets.toSorted(
    (a, b) => b.mentions[0]!.mention.saidAt - a.mentions[0]!.mention.saidAt || (a.key < b.key ? -1 : 1)
  )
  if (newest === undefined || tickets.some(({ state }) => state === "confirmed" || state === "unread")) return null
  return newest.state === "cancelled"
    ? "cancelled"
    : newest.state === "postponed" && !isMoved(newest)
      ? "postponed"
      : null
}

/** Whether the mail that postpones an event contains the new date. */
const isMoved = ({ mentions }: Thread): boolean => {
  const dates = mentions.map(({ mention }) => mention.date)
  return dates[0] !== null && dates.slice(1).some((date) => date !== null && date !== dates[0])
}

/** The mention of the newest report; of the last one if several are as new. */
export const latest = (mentions: ReadonlyArray<StoredMention>): StoredMention | undefined =>
  mentions.reduce<StoredMention | undefined>(
    (newest, one) => (newest === undefined || one.mention.saidAt >= newest.mention.saidAt ? one : newest),
    undefined
  )
