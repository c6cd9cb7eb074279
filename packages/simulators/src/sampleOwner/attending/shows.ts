import type { PerformerMention } from "@daybook/core/attending"
import { addDays, fromOrdinal, type LocalDate, toOrdinal } from "@daybook/core/shared"
import type { Artist, Catalogue } from "../catalogue.js"
import { type Dice, dice, hash } from "../dice.js"
import { coinedWord } from "../words.js"
import { type Outing, type Vendor, purchasesFor } from "./Outing.js"
import { type Place, comedyCellar, concertVenues, fairground, instantAt, jazzCellar, playhouse } from "./places.js"

const day = 86_400_000
const yearlyConcerts = 7

/** The concerts, plays and the like of a calendar year. */
export const showsOf = (seed: number, year: number, catalogue: Catalogue): ReadonlyArray<Outing> => [
  ...Array.from({ length: yearlyConcerts }, (_, index) => concert(seed, year, index, catalogue)),
  ...(year % 3 === 0 ? [festival(seed, year, catalogue)] : []),
  ...(year % 3 === 1 ? twoSets(seed, year, catalogue) : []),
  play(seed, year),
  comedy(seed, year)
]

interface Show {
  readonly seed: number
  readonly key: string
  readonly kind: Outing["kind"]
  readonly title: string
  readonly place: Place
  readonly date: LocalDate
  readonly time: string | null
  readonly performers: ReadonlyArray<PerformerMention>
  readonly vendors: ReadonlyArray<Vendor>
  readonly price: number
  readonly isSeated: boolean
}

/** A show as bought and gone to, nothing special about it. */
const outing = (show: Show): Outing => {
  const { date, key, kind, performers, place, seed, time, title } = show
  const chance = dice(seed, "outing", key)
  const at = instantAt(date, time ?? "12:00", place.zone)
  const boughtAt = at - (45 + chance.below(110)) * day
  const purchases = purchasesFor({ ...show, boughtAt })
  return {
    key,
    kind,
    title,
    place,
    date,
    lastDate: null,
    time,
    at,
    fixture: null,
    performers,
    knownAt: purchases[0]!.at,
    moved: null,
    cancelledAt: null,
    goes: hash(seed, "stays home", key) % 12 !== 0,
    purchases,
    inCalendar: !chance.chance(0.3),
    setlist: null
  }
}

/** A day of the year for the `index`th of `count` shows: they do not crowd. */
const dateOf = (year: number, index: number, count: number, chance: Dice): LocalDate => {
  const first = toOrdinal(`${year}-01-05`)
  return fromOrdinal(first + Math.floor(((index + chance.roll()) * 350) / count))
}

const concert = (seed: number, year: number, index: number, catalogue: Catalogue): Outing => {
  const key = `concert-${year}-${index}`
  const chance = dice(seed, "show", key)
  const date = dateOf(year, index, yearlyConcerts, chance)
  const [headliner, opener] = [playedArtist(catalogue, chance), playedArtist(catalogue, chance)]
  const place = chance.pick(concertVenues)
  const show = outing({
    seed,
    key,
    kind: "concert",
    title: headliner.name,
    place,
    date,
    time: chance.pick(["19:00", "19:30", "20:00", "20:30"]),
    performers: [
      act(headliner, "headliner"),
      ...(opener === headliner || chance.chance(0.4) ? [] : [act(opener, "opener")])
    ],
    vendors: ["ticketmaster", "axs", "eventbrite", "seatgeek"],
    price: 3_400,
    isSeated: place.capacity > 2_000
  })
  const isOff = year % 3 === 2 && index === 2
  return {
    ...show,
    cancelledAt: isOff ? show.at - 6 * day : null,
    goes: show.goes && !isOff,
    setlist:
      !isOff && chance.chance(0.85) ? { id: setlistId(seed, key), isMarked: show.goes && chance.chance(0.5) } : null
  }
}

/** An early and a late set of one evening in a small club, with a ticket for each. */
const twoSets = (seed: number, year: number, catalogue: Catalogue): ReadonlyArray<Outing> => {
  const chance = dice(seed, "two sets", year)
  const trio = catalogue.artistNamed("Żarnelka Trio") ?? playedArtist(catalogue, chance)
  const date = fromOrdinal(toOrdinal(`${year}-03-01`) + chance.below(60))
  return ["19:00", "22:00"].map((time, index): Outing => {
    const key = `sets-${year}-${index}`
    const show = outing({
      seed,
      key,
      kind: "concert",
      title: trio.name,
      place: jazzCellar,
      date,
      time,
      performers: [act(trio, "headliner")],
      vendors: ["eventbrite"],
      price: 2_800,
      isSeated: false
    })
    return { ...show, goes: true, inCalendar: true, setlist: { id: setlistId(seed, key), isMarked: index === 0 } }
  })
}

const festival = (seed: number, year: number, catalogue: Catalogue): Outing => {
  const key = `festival-${year}`
  const chance = dice(seed, "show", key)
  const saturday = [0, 1, 2, 3, 4, 5, 6]
    .map((later) => `${year}-08-0${1 + later}`)
    .find((date) => (toOrdinal(date) + 3) % 7 === 5)!
  const date = addDays(saturday, -1)
  const acts = [...new Set(Array.from({ length: 6 }, () => playedArtist(catalogue, chance)))]
  const show = outing({
    seed,
    key,
    kind: "concert",
    title: `Pellwood Meadow Festival ${year}`,
    place: fairground,
    date,
    time: null,
    performers: acts.map((artist, index) => act(artist, index === 0 ? "headliner" : "support")),
    vendors: ["eventbrite"],
    price: 18_500,
    isSeated: false
  })
  return { ...show, lastDate: addDays(date, 2), goes: true, inCalendar: true }
}

const play = (seed: number, year: number): Outing => {
  const key = `play-${year}`
  const chance = dice(seed, "show", key)
  const title = chance.pick([
    "The Cartographer's Daughter",
    "Rain on Marrow Street",
    "Three Winters",
    "An Orchard, Briefly",
    "The Lighthouse Accounts"
  ])
  return outing({
    seed,
    key,
    kind: "theater",
    title,
    place: playhouse,
    date: dateOf(year, 1, 3, chance),
    time: chance.pick(["14:00", "19:30"]),
    performers: [{ name: "Lanternwick Repertory Company", type: "theater_company", role: "headliner", mbid: null }],
    vendors: ["ticketmaster"],
    price: 6_200,
    isSeated: true
  })
}

const comedy = (seed: number, year: number): Outing => {
  const key = `comedy-${year}`
  const chance = dice(seed, "show", key)
  const name = `${chance.pick(["Marta", "Desmond", "Ivy", "Rafi", "Nell"])} ${coinedWord(chance)}`
  return outing({
    seed,
    key,
    kind: "comedy",
    title: name,
    place: comedyCellar,
    date: dateOf(year, 2, 3, chance),
    time: "20:00",
    performers: [{ name, type: "comedian", role: "headliner", mbid: null }],
    vendors: ["eventbrite"],
    price: 2_400,
    isSeated: false
  })
}

/** An artist the owner has played from the beginning. */
const playedArtist = ({ artists }: Catalogue, chance: Dice): Artist => {
  const regulars = artists.filter(({ firstMonth, index, kind }) => kind === "regular" && firstMonth === 0 && index < 90)
  return regulars[chance.rank(regulars.length)]!
}

const act = ({ mbid, name }: Artist, role: PerformerMention["role"]): PerformerMention => ({
  name,
  type: "musical_artist",
  role,
  mbid: mbid === "" ? null : mbid
})

/** Eight hexadecimal digits, as the service has them. */
const setlistId = (seed: number, key: string): string => hash(seed, "set list", key).toString(16).padStart(8, "0")
