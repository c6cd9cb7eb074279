import type { NewCorrection, RecordKey } from "../../corrections/index.js"
import { foldOf } from "../spellings.js"
import { betterSpelling } from "../titles.js"
import {
  type Artists,
  type CorrectedRow,
  type ReportedArtist,
  bySpecificity,
  givenMbidOf,
  inArtistOrder
} from "./artists.js"

export type TitleKind = "album" | "track"

/** An album or track as its reports make it: one per reported artist and folded title. */
export interface ReportedTitle {
  readonly id: number
  readonly artistId: number
  readonly fold: string
}

export interface CorrectedTitle extends CorrectedRow {
  /** The artist to which it belongs. That of a row with a stand-in is the reported one. */
  readonly artistId: number
}

/** A folded title of a corrected artist. All rows that end at one place are one. */
interface Place {
  readonly id: string
  readonly artist: ReportedArtist
  readonly fold: string
  /** As the last `same` on the way writes it; null without one. */
  readonly name: string | null
}

/** A reported row on its way: where it begins and ends. */
interface Placed {
  readonly title: ReportedTitle
  readonly reportedArtist: ReportedArtist
  readonly from: Place
  readonly to: Place
}

/** Applies the corrections of albums or tracks. Titles that end at one artist with one folded title are one. */
export const correctTitles = (
  kind: TitleKind,
  corrections: ReadonlyArray<NewCorrection>,
  artists: Artists,
  titles: ReadonlyArray<ReportedTitle>
): ReadonlyArray<CorrectedTitle> => {
  const own = corrections.filter(({ type }) => type === kind).sort(bySpecificity)
  const placeOf = (artist: ReportedArtist, fold: string, name: string | null): Place => {
    const final = artists.finalOf(artist)
    return { id: `${final.id} ${fold}`, artist: final, fold, name }
  }
  const named = (key: RecordKey): ReadonlyArray<Place> =>
    artists.named(key).map((artist) => placeOf(artist, foldOf(key[kind]!), key[kind]!))
  const moves = new Map(
    own
      .filter((one) => one.kind === "same" || one.kind === "credit")
      .flatMap((one) => named(one.subject).map(({ id }) => [id, one] as const))
  )
  const next = (at: Place): Place | undefined => {
    const move = moves.get(at.id)
    if (move === undefined) return undefined
    if (move.kind === "same") return named(move.object!)[0]
    const [artist] = artists.named(move.object!)
    return artist === undefined ? undefined : placeOf(artist, at.fold, at.name)
  }
  const endOf = (from: Place): Place => {
    const seen = new Set([from.id])
    for (let at = from; ;) {
      const to = next(at)
      if (to === undefined || seen.has(to.id)) return at
      seen.add(to.id)
      at = to
    }
  }
  const decided = <A>(decision: "hide" | "identify" | "name", saysOf: (one: NewCorrection) => A) =>
    new Map(
      own
        .filter((one) => one.kind === decision)
        .flatMap((one) => named(one.subject).map((place) => [endOf(place).id, saysOf(one)] as const))
    )
  const [names, ids, hidden] = [
    decided("name", ({ value }) => value),
    decided("identify", givenMbidOf),
    decided("hide", () => true)
  ]

  const groups = new Map<string, Array<Placed>>()
  for (const title of titles) {
    const reportedArtist = artists.byId.get(title.artistId)!
    const from = placeOf(reportedArtist, title.fold, null)
    const to = endOf(from)
    const group = groups.get(to.id)
    if (group === undefined) groups.set(to.id, [{ title, reportedArtist, from, to }])
    else group.push({ title, reportedArtist, from, to })
  }
  return [...groups].flatMap(([id, members]) => {
    const [keeper, ...others] = members.sort(inOrder)
    const { title, to } = keeper!
    const stood = others.map(({ title }): CorrectedTitle => ({
      ...{ id: title.id, artistId: title.artistId, standIn: keeper!.title.id },
      ...{ givenName: null, givenMbid: null, concealed: false }
    }))
    const givenName = names.get(id) ?? (isAtHome(keeper!) ? null : writtenName(members))
    const decisions = { givenName, givenMbid: ids.get(id) ?? null, concealed: hidden.has(id) }
    return [{ id: title.id, artistId: to.artist.id, standIn: null, ...decisions }, ...stood]
  })
}

/** Whether a report has the title at its end: no correction moved it there. */
const isAtHome = ({ from, to }: Placed): boolean => from.id === to.id

/** The title that corrections write, where no report has it. */
const writtenName = (members: ReadonlyArray<Placed>): string | null =>
  members
    .flatMap(({ to: { name } }) => (name === null ? [] : [name]))
    .reduce<string | null>((best, name) => (best === null ? name : betterSpelling(best, name)), null)

/** Reported titles before moved ones, those of the artist before others: never by id. */
const inOrder = (one: Placed, other: Placed): number => {
  const isMoved = (of: Placed) => Number(!isAtHome(of))
  const isForeign = ({ reportedArtist, to }: Placed) => Number(reportedArtist.id !== to.artist.id)
  return (
    isMoved(one) - isMoved(other) ||
    isForeign(one) - isForeign(other) ||
    inArtistOrder(one.reportedArtist, other.reportedArtist) ||
    (one.title.fold < other.title.fold ? -1 : 1)
  )
}
