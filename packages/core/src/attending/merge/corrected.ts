import type { RecordKey } from "../../corrections/index.js"
import { fieldValue } from "../../corrections/index.js"
import { type LocalDate, fromOrdinal } from "../../shared/LocalDate.js"
import { type Category, type EventType, categoryOf } from "../kinds.js"
import { type VenueMention, externalSources, venueMentionFields } from "../model.js"
import { unknownOf } from "../../kit/record.js"
import { type EventCorrection, type MergeInput, type StoredMention, daysOf, mentionKey, pairKey } from "./model.js"
import { type Node, keysOf } from "./nodes.js"
import { plain } from "./words.js"

const reportKey = new RegExp(`^(?:${["mention", ...externalSources].join("|")}):`)

/** The form in which names and keys are compared: a key of a report exactly, else without case and diacritics. */
export const foldName = (value: string): string =>
  reportKey.test(value) ? value : plain(value) || value.trim().toLowerCase()

/** A report as corrections name it. */
interface Nameable {
  /** Its keys, and those of reports that are the same by an order or an id. */
  readonly keys: ReadonlyArray<string>
  readonly days: ReadonlyArray<LocalDate>
  readonly titles: ReadonlyArray<string>
}

const dayMs = 86_400_000

const localDays = ({ mention: { at, venue } }: StoredMention, { aheadAt }: Pick<MergeInput, "aheadAt">) =>
  at === null ? [] : [fromOrdinal(Math.floor((at + aheadAt(at, venue?.zone ?? null)) / dayMs))]

const ofMention = (one: StoredMention, input: Pick<MergeInput, "aheadAt">): Nameable => {
  const { mention, promotion } = one
  const titles = [
    promotion?.title ?? null,
    mention.title,
    mention.teams === null ? null : `${mention.teams.away} at ${mention.teams.home}`,
    mention.performers[0]?.name ?? null
  ].filter((title) => title !== null)
  return {
    keys: [mentionKey(one)],
    days: [
      ...(promotion?.date == null ? [] : [promotion.date]),
      ...(mention.date === null ? localDays(one, input) : daysOf(mention.date, mention.lastDate))
    ],
    titles: titles.length === 0 ? ["Untitled"] : titles
  }
}

const ofNode = (node: Node, input: Pick<MergeInput, "aheadAt">): ReadonlyArray<Nameable> =>
  node.is === "thread"
    ? node.thread.mentions.map((one) => ofMention(one, input))
    : [
        {
          keys: keysOf(node),
          days: node.days,
          titles: [
            node.is === "game" ? `${node.game.away.team.name} at ${node.game.home.team.name}` : node.concert.artist.name
          ]
        }
      ]

const namesReported = (key: RecordKey, { days, keys, titles }: Nameable): boolean =>
  days.includes(key["date"] ?? "") &&
  (key["report"] === undefined
    ? titles.some((title) => foldName(title) === foldName(key["title"] ?? ""))
    : keys.includes(key["report"]))

const contentOf = ({ kind, object, subject, type, value }: EventCorrection) =>
  JSON.stringify([type, kind, Object.entries(subject).sort(), Object.entries(object ?? {}).sort(), value])

/** In an order that does not depend on when they were made. */
const ordered = ({ corrections = [] }: Pick<MergeInput, "corrections">) =>
  corrections.toSorted((a, b) => (contentOf(a) < contentOf(b) ? -1 : 1))

/** Those of a type and kind. */
const of = (corrections: ReadonlyArray<EventCorrection>, type: string, kind: EventCorrection["kind"]) =>
  corrections.filter((one) => one.type === type && one.kind === kind)

type Naming = Pick<MergeInput, "aheadAt" | "corrections">

const namings = ({ corrections = [] }: Pick<MergeInput, "corrections">) => of(corrections, "event", "name")

/**
 * Whether a key of an event names a report: by a name that it has, or that a correction gives it. A given name counts
 * only on a day of the event: other events may have the same one.
 */
const namesNameable = (
  key: RecordKey,
  one: Nameable,
  input: Pick<MergeInput, "corrections">,
  eventDays: ReadonlyArray<LocalDate> = one.days
): boolean =>
  namesReported(key, one) ||
  (eventDays.includes(key["date"] ?? "") &&
    (key["report"] === undefined || one.keys.includes(key["report"])) &&
    namings(input).some(
      ({ subject, value }) => foldName(value ?? "") === foldName(key["title"] ?? "") && namesReported(subject, one)
    ))

export const namesNode = (key: RecordKey, node: Node, input: Naming): boolean =>
  ofNode(node, input).some((one) => namesNameable(key, one, input, node.eventDays))

/**
 * The nodes of some clusters, each with the days of its cluster. Null if that decides nothing: no correction gives an
 * event a name.
 */
export const withEventDays = (
  clusters: ReadonlyArray<ReadonlyArray<Node>>,
  input: Naming
): ReadonlyArray<Node> | null =>
  namings(input).length === 0
    ? null
    : clusters.flatMap((cluster) => {
        const eventDays = cluster.flatMap((node) => ofNode(node, input).flatMap(({ days }) => days))
        return cluster.map((node) => ({ ...node, eventDays }))
      })

/** The mentions as the owner decided on them: rejected, or attended. */
export const withDecisions = (input: MergeInput): MergeInput => {
  const corrections = ordered(input)
  if (corrections.length === 0) return input
  const rejected = new Set(of(corrections, "report", "hide").map(({ subject }) => subject["report"]))
  const presences = presenceCorrections(corrections)
  return {
    ...input,
    corrections,
    apart: new Set([
      ...input.apart,
      ...of(corrections, "report", "different").map(({ object, subject }) =>
        pairKey(subject["report"]!, object!["report"]!)
      )
    ]),
    mentions: input.mentions.map((one) => {
      const named = ofMention(one, input)
      const decided = presences.find(({ subject }) => namesNameable(subject, named, { corrections }))
      return {
        ...one,
        rejected: one.rejected || rejected.has(mentionKey(one)),
        presence: decided === undefined ? one.presence : isYes(decided)
      }
    })
  }
}

const setsOf = (corrections: ReadonlyArray<EventCorrection>, field: string) =>
  of(corrections, "event", "set").filter(({ value }) => fieldValue(value ?? "").field === field)

const presenceCorrections = (corrections: ReadonlyArray<EventCorrection>) => setsOf(corrections, "attended")
const isYes = ({ value }: EventCorrection) => fieldValue(value ?? "").value === "yes"

/** Pairs of nodes that the owner separated, as `pairKey`, and pairs that are one. */
export const relationsOf = (nodes: ReadonlyArray<Node>, input: MergeInput) => {
  const { corrections = [] } = input
  const pairsOf = (kind: "same" | "different") =>
    of(corrections, "event", kind).flatMap(({ object, subject }) => {
      const [ones, others] = [subject, object!].map((key) => nodes.filter((node) => namesNode(key, node, input)))
      return ones!.flatMap((one) =>
        others!.flatMap((other) =>
          one === other || (others!.includes(one) && ones!.includes(other)) ? [] : [[one, other] as const]
        )
      )
    })
  return {
    apart: pairsOf("different").flatMap(([one, other]) =>
      keysOf(one).flatMap((key) => keysOf(other).map((second) => pairKey(key, second)))
    ),
    same: pairsOf("same").toSorted((a, b) => (pairKey(a[0].key, a[1].key) < pairKey(b[0].key, b[1].key) ? -1 : 1))
  }
}

/** What corrections say of an event. */
export interface EventDecisions {
  readonly title: string | null
  readonly presence: boolean | null
  readonly isHidden: boolean
  /** The kind to write for the one that reports lead to. */
  readonly kindOf: (kind: EventType | null) => EventType | null
}

const kindIn: Readonly<Record<Category, EventType>> = { sports: "sports_event", music: "concert", arts: "other" }

/** The corrections that name an event by any of its reports. */
export const correctionsNaming = (cluster: ReadonlyArray<Node>, input: Naming): ReadonlyArray<EventCorrection> =>
  (input.corrections ?? []).filter(
    ({ kind, object, subject, type }) =>
      (type === "event" &&
        [subject, ...(kind === "same" || kind === "different" ? [object!] : [])].some((key) =>
          cluster.some((node) => namesNode(key, node, input))
        )) ||
      (type === "report" &&
        [subject, object].some((key) => cluster.some((node) => keysOf(node).includes(key?.["report"] ?? ""))))
  )

export const decisionsOf = (cluster: ReadonlyArray<Node>, input: Naming): EventDecisions => {
  const naming = correctionsNaming(cluster, input)
  const fieldOf = (field: string) => {
    const [first] = setsOf(naming, field)
    return first === undefined ? null : fieldValue(first.value!).value
  }
  const attended = fieldOf("attended")
  const category = fieldOf("category") as Category | null
  const kind = fieldOf("event_type") as EventType | null
  return {
    title: of(naming, "event", "name")[0]?.value ?? null,
    presence: attended === null ? null : attended === "yes",
    isHidden: of(naming, "event", "hide").length > 0,
    kindOf: (reported) => {
      if (kind !== null) return kind
      if (category === null || (reported !== null && categoryOf(reported) === category)) return reported
      return kindIn[category]
    }
  }
}

/** The cluster with the owner's word on attendance in each of its mentions. */
export const withPresence = (cluster: ReadonlyArray<Node>, presence: boolean | null): ReadonlyArray<Node> =>
  presence === null
    ? cluster
    : cluster.map((node) =>
        node.is === "thread"
          ? { ...node, thread: { ...node.thread, mentions: node.thread.mentions.map((one) => ({ ...one, presence })) } }
          : node
      )

export type NamedVenue = Pick<VenueMention, "name" | "city">

const namesReportedVenue = (key: RecordKey, { city, name }: NamedVenue): boolean =>
  foldName(key["venue"] ?? "") === foldName(name) &&
  (key["city"] === undefined || city === null || foldName(key["city"]) === foldName(city))

const renameOf = (corrections: ReadonlyArray<EventCorrection>, venue: NamedVenue) =>
  of(corrections, "venue", "name").find(({ subject }) => namesReportedVenue(subject, venue))

/** Whether a key names a venue: by the reported name, or the one that a correction gives it. */
export const namesVenue = (key: RecordKey, venue: NamedVenue, corrections: ReadonlyArray<EventCorrection>): boolean => {
  const rename = renameOf(corrections, venue)?.value
  return namesReportedVenue(key, venue) || (rename != null && namesReportedVenue(key, { ...venue, name: rename }))
}

/** The reported name of the venue that a key names. */
const reportedVenue = (key: RecordKey, corrections: ReadonlyArray<EventCorrection>): NamedVenue => {
  const rename = of(corrections, "venue", "name").find(({ value }) => foldName(value ?? "") === foldName(key["venue"]!))
  return { name: rename?.subject["venue"] ?? key["venue"]!, city: key["city"] ?? rename?.subject["city"] ?? null }
}

/** A venue as the owner corrected it. */
export interface CorrectedVenue {
  readonly venue: VenueMention
  /** The name without a correction, by which it is one with others; null if it is that of `venue`. */
  readonly reportedName: string | null
  readonly isHidden: boolean
}

export const correctedVenue = (
  venue: VenueMention,
  { corrections = [] }: Pick<MergeInput, "corrections">
): CorrectedVenue => {
  const way: Array<VenueMention> = [venue]
  for (let at = venue; ;) {
    const move = of(corrections, "venue", "same").find(({ subject }) => namesVenue(subject, at, corrections))
    if (move === undefined) break
    // Another venue's details are those of its own reports.
    at = { ...unknownOf(venueMentionFields), zone: venue.zone, ...reportedVenue(move.object!, corrections) }
    if (way.some(({ name }) => foldName(name) === foldName(at.name))) break
    way.push(at)
  }
  const end = way.at(-1)!
  const rename = renameOf(corrections, end)?.value ?? null
  return {
    venue: rename === null ? end : { ...end, name: rename },
    reportedName: rename === null ? null : end.name,
    isHidden: of(corrections, "venue", "hide").some(({ subject }) =>
      way.some((one) => namesVenue(subject, one, corrections))
    )
  }
}
