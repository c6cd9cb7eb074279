import type { VenueMention } from "@daybook/core/attending"
import { isTeamName, teamsOf } from "../../kit/mentions/teams.js"
import { zoneOf } from "../../kit/mentions/regions.js"
import { placeOf } from "../../kit/mentions/venue.js"
import { textOf } from "../document/document.js"
import type { LabelledDocument } from "../document/pairs.js"
import { type Block, blockAround, noBlock } from "./blocks.js"
import { type Draft, draft } from "./draft.js"
import { type Moment, type MomentContext, momentsIn } from "./moments.js"
import { at, placed, venueEvidence, venueOn } from "./places.js"
import { agreed, plainName, type Title, titlesIn, withoutCity } from "./titles.js"

/** Context of the event in a mail, besides its text. */
export interface EventContext extends MomentContext {
  readonly subject: string
  /** Whether the seller uses the event's name as subject. */
  readonly subjectIsTitle: boolean
  /** Names of sender and recipients, which are not event names. */
  readonly people: ReadonlyArray<string>
}

/** The event of a mail, and the doubt about it; null when certain. */
export interface EventReading {
  readonly event: Draft
  readonly doubt: string | null
  /** Whether the mail says that this day replaces another. */
  readonly isNewDay: boolean
}

/** Finds the event by the layout of the text, for any seller. */
export const eventIn = (source: LabelledDocument, by: EventContext): EventReading => {
  const lines = textOf(source.document)
  const moments = momentsIn(source, by)
  const [moment] = moments
  const stated = titlesIn(source, by.subject, by.subjectIsTitle)
  const around = moment === undefined ? noBlock : blockAround(source, moment, stated, by.people)
  const titles = agreed([...stated, ...around.titles])
  const [title] = titles
  const town = /\bin (\p{Lu}[^,]{1,60}, \p{Lu}[\p{L} .]{1,40})$/u.exec(moment?.after ?? "")?.[1]
  const named = venueIn(source, title, around, lines)
  const where = placedBy(town === undefined ? named : at(named, placeOf(town)), source, moment)
  const name = title === undefined ? null : title.line === null ? withoutCity(title.title, where?.city) : title.title
  const event = draft({
    title: name,
    ...(moment === undefined || moment.score < minMomentScore ? {} : { ...moment.when }),
    venue: where,
    teams: teamsOf(name, where?.name ?? null)
  })
  const isNewDay =
    moment !== undefined &&
    (moment.news > 0 || moments.some(({ news, when }) => news < 0 && when.date !== moment.when.date))
  return { event, doubt: doubtOf(titles, moments), isNewDay }
}

/** Lines below the day that may have the venue's address. */
const near = 6

/** Completes a venue without a city from a labelled address, a line that begins with its name, or one near the day. */
const placedBy = (
  venue: VenueMention | null,
  { document, pairs }: LabelledDocument,
  moment: Moment | undefined
): VenueMention | null => {
  if (venue === null || venue.city !== null || venue.state !== null) return venue
  const lines = textOf(document)
  const addresses = [
    ...pairs.filter(({ meaning }) => meaning === "address").flatMap(({ value }) => value.slice(0, 2)),
    ...lines.filter((line) => line.length > venue.name.length + 4 && line.startsWith(venue.name)),
    ...(moment === undefined ? [] : lines.slice(moment.line + 1, moment.line + 1 + near)).filter((line) =>
      /\d{4}/.test(line)
    )
  ]
  const place = addresses.map((line) => placeOf(line)).find((one) => one.city !== null && zoneOf(one) !== null)
  return place === undefined ? venue : at(venue, place)
}

export const minMomentScore = 24
const minTitleScore = 30
/** A day within this score of the best one may be the event's, too. */
export const rivalry = 3
export const severalDays = "It names several days."

const doubtOf = (titles: ReadonlyArray<Title>, moments: ReadonlyArray<Moment>): string | null => {
  const [title, otherTitle] = titles
  const [moment, otherMoment] = moments
  if (moment === undefined || moment.score < minMomentScore) return "It does not say surely when the event is."
  if (
    otherMoment !== undefined &&
    otherMoment.when.date !== moment.when.date &&
    moment.score - otherMoment.score < rivalry
  )
    return severalDays
  if (title === undefined || title.score < minTitleScore) return "It does not say surely what the event is called."
  const isRival =
    otherTitle !== undefined && title.score - otherTitle.score < 4 && !isPart(title.title, otherTitle.title)
  return isRival ? "It has several names that may be the event's." : null
}

const isPart = (a: string, b: string): boolean =>
  ` ${plainName(a)} `.includes(` ${plainName(b)} `) || ` ${plainName(b)} `.includes(` ${plainName(a)} `)

/** The labelled or stated venue, else the one near the day; never a team or the event's name. */
const venueIn = (
  source: LabelledDocument,
  title: Title | undefined,
  block: Block,
  lines: ReadonlyArray<string>
): VenueMention | null => {
  const labelled = source.pairs
    .filter(
      // Without a colon only a plain label counts: `Stadion An der Alten Försterei` is a name.
      ({ form, label, meaning, value }) =>
        meaning === "venue" &&
        !(
          form === "loose" &&
          (!/^(?:event )?(?:venue|location|where)/i.test(label) || !/^\p{Lu}/u.test(value[0] ?? ""))
        )
    )
    .map(({ at, form, value }) =>
      form === "inline" || form === "loose" ? onLineOf(lines, at, value[0]!) : venueOn(lines, at)
    )
  const below = source.pairs
    .filter(({ meaning }) => meaning === "title")
    .flatMap(({ at, value }) =>
      value
        .slice(1)
        .flatMap((line, index) => (venueEvidence(line, value[index + 2]) > 0 ? venueOn(lines, at + index + 1) : []))
    )
  const stated = title?.venue == null ? null : placed(title.venue)
  const sides = title === undefined ? [] : Object.values(teamsOf(title.title) ?? {}).map(plainName)
  const isNone = ({ name }: VenueMention) =>
    sides.includes(plainName(name)) || isTeamName(name) || plainName(name) === plainName(title?.title ?? "")
  return [...labelled, stated, ...below, block.venue].find((one) => one !== null && !isNone(one)) ?? null
}

const onLineOf = (lines: ReadonlyArray<string>, at: number, value: string): VenueMention | null =>
  venueOn([value, ...lines.slice(at + 1, at + 4)], 0)
