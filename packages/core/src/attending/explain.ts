import { type Correction, type RecordKey, sentenceOf } from "../corrections/index.js"
import {
  type ExplainedCorrection,
  type ExplainedDecision,
  type ExplainedSource,
  type Explanation,
  type FieldReason,
  type HiddenBy,
  type RuleId,
  type Voice,
  countFates,
  explainDay,
  explainFields,
  noReasons,
  otherValues,
  person,
  reportName
} from "../explain/index.js"
import { eventsNamed } from "./correcting.js"
import type { EventFact } from "./facts.js"
import { type EventDoubt, setListProvider } from "./model.js"
import { latest } from "./merge/attendance.js"
import { type NamedVenue, namesVenue } from "./merge/corrected.js"
import { type MergeInput, type StoredMention, concertKey, externalKey, mentionKey } from "./merge/model.js"
import { precedenceOf } from "./merge/nodes.js"

/** A mention of an event, and why it belongs to it. */
export interface ExplainedMention extends StoredMention {
  readonly reason: string | null
}

/** An event with everything that it was made of. */
export interface ExplainedEvent {
  readonly event: EventFact
  /** The mention, game or concert that gives each field. */
  readonly origins: Readonly<Record<string, string>>
  readonly mentions: ReadonlyArray<ExplainedMention>
  /** Whether mails may be named by subject and sender. */
  readonly showsMail: boolean
  /** The corrections that apply to it; none if absent. */
  readonly corrections?: ReadonlyArray<ExplainedCorrection>
}

const mergeRules: Readonly<Record<string, RuleId>> = {
  "same order": "attending.merge.same-order",
  "same game": "attending.merge.same-game",
  "same concert": "attending.merge.same-concert",
  "same day, place and name": "attending.merge.same-day-place-name"
}

/** The fields that may have other sources than the rest, by their names in `origins`. */
const originOf: Readonly<Record<string, string>> = {
  title: "title",
  "venue.name": "venue",
  notes: "notes",
  event_datetime: "time"
}

const isMail = ({ mention }: StoredMention): boolean => mention.evidence !== null

/** The key of a mention. That of a mail has its sender's domain, so others get a number. */
const keyIn = (mention: StoredMention, showsMail: boolean): string =>
  isMail(mention) && !showsMail ? `mail:${mention.id}` : mention.mention.key

const mailOf = ({ mention, source }: ExplainedMention): string => {
  const senders = [...new Set(mention.orders.map(({ vendor }) => vendor))]
  return [mention.title ?? source, ...senders].join(", from ")
}

const sourceOf = (mention: ExplainedMention, showsMail: boolean): ExplainedSource => ({
  source: mention.source,
  key: keyIn(mention, showsMail),
  firstSeen: mention.mention.saidAt,
  lastSeen: mention.mention.saidAt,
  ...(isMail(mention) && showsMail ? { mail: mailOf(mention) } : null)
})

interface KeyedVoice extends Voice {
  /** As in `origins`. */
  readonly key: string
  readonly rule: RuleId
}

/** The corrections that name an event, for the one with these reports. */
export const explainedCorrections = (
  corrections: ReadonlyArray<Correction>,
  members: ReadonlyArray<string>,
  input: MergeInput
): ReadonlyArray<ExplainedCorrection> =>
  corrections
    .filter((one) => {
      const keys = [one.subject, ...(one.object === null ? [] : [one.object])]
      return one.type === "report"
        ? keys.some(({ report }) => members.includes(report!))
        : one.type === "event" &&
            keys.some((key) => eventsNamed(key, input).some((event) => event.some((name) => members.includes(name))))
    })
    .map((one) => ({ id: one.id, says: sentenceOf(one) }))

/** The corrections that name a venue, by its names and those of what is reported there. */
export const explainedVenueCorrections = (
  corrections: ReadonlyArray<Correction>,
  names: ReadonlyArray<NamedVenue>
): ReadonlyArray<ExplainedCorrection> => {
  const isNamed = (key: RecordKey) => names.some((one) => namesVenue(key, one, corrections))
  return corrections
    .filter(
      ({ object, subject, type }) => type === "venue" && [subject, object].some((key) => key !== null && isNamed(key))
    )
    .map((one) => ({ id: one.id, says: sentenceOf(one) }))
}

const titleOf = ({ mention, promotion }: ExplainedMention) => promotion?.title ?? mention.title

const mentionVoice = (one: ExplainedMention): KeyedVoice => ({
  source: one.source,
  key: mentionKey(one),
  rule: one.promotion !== null || one.source === "manual" ? "attending.field.by-hand" : "attending.field.report-order",
  values: {
    title: titleOf(one),
    event_date: one.mention.date,
    end_date: one.mention.lastDate,
    "venue.name": one.mention.venue?.name,
    notes: one.ownNotes ?? one.mention.notes
  }
})

const voicesOf = ({ event: { concerts, game }, mentions }: ExplainedEvent): ReadonlyArray<KeyedVoice> => [
  ...(game === null
    ? []
    : [
        {
          source: game.external.source,
          key: externalKey(game.external),
          rule: "attending.field.league-first" as const,
          values: {
            title: `${game.away.team.name} at ${game.home.team.name}`,
            event_date: game.date,
            "venue.name": game.venue?.name
          }
        }
      ]),
  ...mentions.map(mentionVoice),
  ...concerts.map((concert): KeyedVoice => ({
    source: setListProvider,
    key: concertKey(concert),
    rule: "attending.field.set-list",
    values: { title: concert.artist.name, event_date: concert.date, "venue.name": concert.venue?.name }
  }))
]

/** Whether the owner attended: their word, else the first report that lets it follow. */
const attendance = ({ event, mentions }: ExplainedEvent): Readonly<Record<string, FieldReason>> => {
  const value = event.attended
  const voices = mentions.map((one): Voice => ({ source: one.source, values: { attended: one.mention.attended } }))
  const others = otherValues(voices, "attended", value)
  const decided = latest(mentions.filter(({ presence }) => presence !== null))
  if (decided !== undefined) return { attended: { value, from: person, rule: "attending.presence.by-hand", others } }
  const [first] = mentions
  return first === undefined
    ? {}
    : { attended: { value, from: first.source, rule: "attending.presence.reports", others } }
}

/** The mentions of an event, the one that counts first. */
const ranked = <Mention extends StoredMention>(mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.toSorted((a, b) => precedenceOf(a) - precedenceOf(b) || b.mention.saidAt - a.mention.saidAt || a.id - b.id)

/** Why an event is as it is. Its mentions come in any order. */
export const explainEvent = (input: ExplainedEvent): Explanation => {
  const mentions = ranked(input.mentions)
  const ordered = { ...input, mentions }
  const { event, origins, showsMail } = ordered
  const voices = voicesOf(ordered)
  const isFrom = (field: string, voice: KeyedVoice) => {
    const origin = origins[originOf[field] ?? field]
    return origin === undefined || voice.key === origin
  }
  const answered = {
    title: event.title,
    event_date: event.date,
    end_date: event.lastDate,
    event_datetime: event.startsAt,
    "venue.name": event.venue?.name,
    notes: event.notes
  }
  const reasonOf = ([field, value]: readonly [string, unknown]): ReadonlyArray<readonly [string, FieldReason]> => {
    if (value === null || value === undefined) return []
    if (origins[originOf[field] ?? field] === person)
      return [
        [field, { value, from: person, rule: "attending.field.by-hand", others: otherValues(voices, field, value) }]
      ]
    const stated = origins[originOf[field] ?? field]
    const voice =
      stated === undefined
        ? voices.find(({ values }) => values[field] === value)
        : voices.find((one) => isFrom(field, one))
    if (voice === undefined) return []
    const isOwn = field === "notes" && mentions.some((one) => mentionKey(one) === voice.key && one.ownNotes !== null)
    const rule = isOwn ? "attending.field.by-hand" : voice.rule
    return [[field, { value, from: voice.source, rule, others: otherValues(voices, field, value) }]]
  }
  return {
    ...noReasons,
    sources: [
      ...mentions.map((one) => sourceOf(one, showsMail)),
      ...voices.flatMap(({ key, rule, source }): ReadonlyArray<ExplainedSource> =>
        rule === "attending.field.league-first" || rule === "attending.field.set-list"
          ? [{ source, key: key.slice(source.length + 1), firstSeen: null, lastSeen: null }]
          : []
      )
    ],
    fields: { ...Object.fromEntries(Object.entries(answered).flatMap(reasonOf)), ...attendance(ordered) },
    merges: mergesOf(ordered),
    decisions: mentions.flatMap(decisionsOf),
    corrections: input.corrections ?? []
  }
}

const mergesOf = ({ event, mentions, showsMail }: ExplainedEvent): Explanation["merges"] =>
  mentions.length + event.concerts.length + (event.game === null ? 0 : 1) < 2
    ? []
    : mentions.map((one) => ({
        with: reportName(one.source, keyIn(one, showsMail)),
        rule: mergeRules[one.reason ?? ""] ?? "attending.merge.same-day-place-name",
        undo: `POST /v1/admin/attending/sources/${one.id}/separate`
      }))

const decisionsOf = ({ ownNotes, presence, promotion }: ExplainedMention): ReadonlyArray<ExplainedDecision> => [
  ...(presence === null ? [] : [{ at: null, by: person, what: `attended = ${presence}` }]),
  ...(promotion === null ? [] : [{ at: null, by: person, what: "is an event" }]),
  ...(ownNotes === null ? [] : [{ at: null, by: person, what: "notes by hand" }])
]

/** An event of a day with its mentions, also one that is not shown. */
export interface ReportedEvent {
  /** Why it is not shown; null if it is. */
  readonly doubt: EventDoubt | null
  readonly mentions: ReadonlyArray<StoredMention>
}

/** What became of the reports of a day: one counts for each event. Null if there are none. Mails are not named. */
export const explainEvents = (
  events: ReadonlyArray<ReportedEvent>,
  corrections: ReadonlyArray<ExplainedCorrection>
): Explanation | null => {
  const fates = events.flatMap(({ doubt, mentions }) =>
    ranked(mentions).map(({ source }, place) => ({
      source,
      fate: doubt !== null ? ("hidden" as const) : place === 0 ? ("counted" as const) : ("duplicate" as const)
    }))
  )
  const hiddenBy = events.flatMap(({ doubt, mentions }) =>
    doubt === null
      ? []
      : ranked(mentions).map((one): HiddenBy => ({
          rule: doubt === "hidden" ? "attending.hidden.correction" : "attending.hidden.waiting",
          what: reportName(one.source, keyIn(one, false))
        }))
  )
  return explainDay(countFates(fates), hiddenBy, corrections)
}

/** The mentions of the events of a venue, a performer or a player, by source. */
export interface ReportedEvents {
  readonly source: string
  readonly reports: number
  readonly firstSeen: number | null
  readonly lastSeen: number | null
  /** Whether it names the record as answers do. */
  readonly isNamed: boolean
}

/** Why a venue, a performer or a player has its name, in the field `as`. */
export const explainPlace = (
  name: string,
  reports: ReadonlyArray<ReportedEvents>,
  as: "name" | "full_name" = "name",
  corrections: ReadonlyArray<ExplainedCorrection> = []
): Explanation => ({
  ...noReasons,
  corrections,
  sources: reports.map(({ isNamed: _, ...one }) => ({ ...one, key: null })),
  fields: explainFields(
    { [as]: name },
    reports.flatMap(({ isNamed, source }) => (isNamed ? [{ source, values: { [as]: name } }] : [])),
    () => "attending.record.events"
  )
})
