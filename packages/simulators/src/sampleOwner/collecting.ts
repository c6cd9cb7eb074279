import { type Calendar, fromOrdinal, toOrdinal } from "@daybook/core/shared"
import type { Context } from "effect"
import type { Catalogue } from "./catalogue.js"
import { dice, hash } from "./dice.js"
import type { Cinema } from "./films.js"
import { type Pressing, pressingOf } from "./pressing.js"
import type { Extent } from "./size.js"

/** A record on the person's shelf. Times are unix seconds. */
export interface PersonRecord {
  readonly instance: number
  readonly pressing: Pressing
  readonly addedAt: number
  /** 0 to 5. */
  readonly rating: number
  readonly media: string | null
  readonly sleeve: string | null
  readonly note: string | null
}

/** A record that the person looks for. */
export interface PersonWant {
  readonly pressing: Pressing
  readonly addedAt: number
  readonly rating: number
  readonly note: string | null
}

/** A film on the person's shelf; `film` is its place among the films there are. */
export interface PersonDisc {
  readonly film: number
  readonly addedAt: number
  /** In the words of the provider; what the person did not enter is null. */
  readonly type: string | null
  readonly resolution: string | null
  readonly hdr: string | null
  readonly audio: string | null
  readonly channels: string | null
}

/** What the person collects. The same past, whenever it is told. */
export interface CollectingLife {
  /** Added before an instant (unix seconds), oldest first. */
  readonly records: (seconds: number) => ReadonlyArray<PersonRecord>
  readonly wants: (seconds: number) => ReadonlyArray<PersonWant>
  readonly discs: (seconds: number) => ReadonlyArray<PersonDisc>
}

interface Telling {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
  readonly catalogue: () => Catalogue
  readonly cinema: () => Cinema
}

const grades = ["Mint (M)", "Near Mint (NM or M-)", "Very Good Plus (VG+)", "Very Good (VG)"]

export const makeCollectingLife = (telling: Telling): CollectingLife => {
  const { extent, seed } = telling
  return {
    records: growing(telling, "record", extent.records, (index, addedAt) => {
      const chance = dice(seed, "record", index)
      // Now and then a second copy of something.
      const again = index > 30 && index % 29 === 0
      return {
        instance: 40_000_000 + index * 7,
        pressing: pressingOf(telling.catalogue(), again ? index - 17 : index),
        addedAt,
        rating: chance.chance(0.55) ? 0 : 2 + chance.below(4),
        media: chance.chance(0.8) ? chance.pick(grades) : null,
        sleeve: chance.chance(0.7) ? chance.pick(grades) : null,
        note: chance.chance(0.12)
          ? chance.pick([
              "A present",
              'Signed on the back, "for the porch"',
              "Skips on side B",
              "Found in a box,\nwithout its sleeve"
            ])
          : null
      }
    }),
    wants: growing(telling, "want", extent.wants, (index, addedAt) => {
      const chance = dice(seed, "want", index)
      return {
        pressing: pressingOf(telling.catalogue(), 1_000_000 + index),
        addedAt,
        rating: chance.chance(0.7) ? 0 : 5,
        note: chance.chance(0.2) ? "First pressing only" : null
      }
    }),
    discs: growing(telling, "disc", extent.discs, (index, addedAt) => ({
      film: filmOf(telling, index),
      addedAt,
      ...editionOf(seed, index)
    }))
  }
}

/** Things that are added one after the other, `count` of them in the extent's years, and on at the same pace. */
const growing = <A>(
  { calendar, extent, seed }: Telling,
  kind: string,
  count: number,
  make: (index: number, addedAt: number) => A
) => {
  const first = toOrdinal(extent.startsOn)
  const perDay = count / (extent.years * 365.25)
  const additions: Array<{ readonly at: number; readonly thing: A }> = []
  const tell = (index: number) => {
    const ordinal = first + Math.floor(index / perDay)
    const at =
      Math.floor(calendar.startOf(fromOrdinal(ordinal)) / 1_000) +
      36_000 +
      (index % 40) * 600 +
      (hash(seed, kind, index) % 600)
    additions.push({ at, thing: make(index, at) })
  }
  return (seconds: number): ReadonlyArray<A> => {
    const days = toOrdinal(calendar.dateOf(seconds * 1_000)) + 1 - first
    while (additions.length < days * perDay) tell(additions.length)
    return additions.flatMap(({ at, thing }) => (at < seconds ? [thing] : []))
  }
}

/** Every film at most once, in an order of its own. */
const filmOf = ({ cinema, seed }: Telling, index: number): number => {
  const count = cinema().films.length
  const step = 1 + 2 * (hash(seed, "shelf") % Math.floor(count / 2))
  let stride = step
  while (common(stride, count) !== 1) stride++
  return (index * stride + hash(seed, "first disc")) % count
}

const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))

const bare = { resolution: null, hdr: null, audio: null, channels: null }

const editionOf = (seed: number, index: number): Omit<PersonDisc, "film" | "addedAt"> => {
  const chance = dice(seed, "disc", index)
  const kind = chance.roll()
  if (kind < 0.04) return { type: null, ...bare }
  if (kind < 0.08) return { type: "digital", ...bare, resolution: "hd_1080p" }
  if (kind < 0.3)
    return {
      type: "dvd",
      ...bare,
      resolution: chance.pick(["sd_480p", "sd_576i"]),
      audio: "dolby_digital",
      channels: chance.pick(["5.1", "2.0"])
    }
  if (kind < 0.34) return { type: chance.pick(["hddvd", "laserdisc", "vhs"]), ...bare }
  if (kind < 0.58) {
    return {
      type: "bluray",
      resolution: "uhd_4k",
      hdr: chance.pick(["dolby_vision", "hdr10", "hdr10_plus"]),
      audio: chance.pick(["dolby_atmos", "dts_x"]),
      channels: "7.1"
    }
  }
  return {
    type: "bluray",
    resolution: "hd_1080p",
    hdr: null,
    audio: chance.pick(["dts_ma", "dolby_truehd", "lpcm"]),
    channels: chance.pick(["5.1", "7.1", "2.0"])
  }
}
