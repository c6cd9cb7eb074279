import { type Card, type CardEntry, type PictureShape, maxPictures } from "@daybook/core/cards"
import type { Image } from "@daybook/core/images"
import type { Units } from "@daybook/core/running"
import type { ReviewedDomain, YearReviews } from "./yearReviews.js"

/** Names of cards in addresses, in their order. */
export const cardNames = [
  "overview",
  "listening",
  "albums",
  "running",
  "watching",
  "collecting",
  "reading",
  "attending"
] as const
export type CardName = (typeof cardNames)[number]

/** The domain of a card; undefined for the card of all of them. */
export const domainOf = (card: CardName): ReviewedDomain | undefined =>
  card === "overview" ? undefined : card === "albums" ? "listening" : card

/** A picture that is not read yet. */
export interface CardImage {
  readonly title: string
  readonly image: Image
}

/** A card of a year, with pictures by their address. */
export interface YearCard extends Omit<Card, "pictures"> {
  readonly name: CardName
  readonly images: ReadonlyArray<CardImage>
}

const language = "en-GB"
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
const number = (value: number) => whole.format(value)
const quantity = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`
const shortDay = new Intl.DateTimeFormat(language, { timeZone: "UTC", day: "numeric", month: "short" })
const dayText = (date: string) => shortDay.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))

/** Twelve values from entries with a month `YYYY-MM`. */
const byMonth = <A extends { readonly month: string }>(all: ReadonlyArray<A>, value: (one: A) => number) => {
  const months = Array.from({ length: 12 }, () => 0)
  for (const one of all) months[Number(one.month.slice(5, 7)) - 1]! += value(one)
  return months
}

const sharesOf = <A>(all: ReadonlyArray<A>, value: (one: A) => number) => {
  const most = Math.max(...all.map(value), 1)
  return (one: A) => value(one) / most
}

const imagesOf = (all: ReadonlyArray<{ readonly title: string; readonly image: Image | null }>) =>
  all.flatMap(({ image, title }) => (image === null ? [] : [{ title, image }])).slice(0, maxPictures)

const joined = (parts: ReadonlyArray<string | null>) => parts.filter((part) => part !== null).join(", ")

type Of<Name extends keyof YearReviews> = NonNullable<YearReviews[Name]>

interface Request {
  readonly year: number
  readonly units: Units
}

const cover: PictureShape = "cover"
const poster: PictureShape = "poster"

const listening = (of: Of<"listening">, { year }: Request): YearCard => {
  const artists = of.top_artists.slice(0, 5)
  const share = sharesOf(artists, ({ scrobbles }) => scrobbles)
  return {
    name: "listening",
    kicker: `Listening in ${year}`,
    headline: quantity(of.total_scrobbles, "play"),
    figures: [
      { value: number(of.unique_artists), label: "artists" },
      { value: number(of.unique_albums), label: "albums" },
      { value: number(of.unique_tracks), label: "tracks" }
    ],
    months: byMonth(of.monthly, ({ scrobbles }) => scrobbles),
    entries: artists.map((one) => ({
      name: one.name,
      note: null,
      value: quantity(one.scrobbles, "play"),
      share: share(one)
    })),
    images: imagesOf(artists.map(({ image, name }) => ({ title: name, image }))),
    shape: cover
  }
}

const albums = (of: Of<"listening">, { year }: Request): YearCard | null => {
  const all = of.top_albums
  const share = sharesOf(all, ({ scrobbles }) => scrobbles)
  if (all.length === 0) return null
  return {
    name: "albums",
    kicker: `Albums of ${year}`,
    headline: all[0]!.name,
    figures: [{ value: number(all[0]!.scrobbles), label: "plays" }],
    months: null,
    entries: all
      .slice(0, 5)
      .map((one) => ({ name: one.name, note: one.artist, value: quantity(one.scrobbles, "play"), share: share(one) })),
    images: imagesOf(all.map(({ image, name }) => ({ title: name, image }))),
    shape: cover
  }
}

/** A distance in the requested units. */
const distance = (miles: number, kilometres: number | undefined) =>
  kilometres === undefined ? { value: miles, unit: "mi" } : { value: kilometres, unit: "km" }

const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const distanceText = ({ unit, value }: ReturnType<typeof distance>) => `${oneDecimal.format(value)} ${unit}`

const running = (of: Of<"running">, { year }: Request): YearCard => {
  const total = distance(of.total_distance_mi, of.total_distance_km)
  const share = sharesOf(of.top_runs, (run) => run.distance_mi)
  return {
    name: "running",
    kicker: `Running in ${year}`,
    headline: `${number(total.value)} ${total.unit === "km" ? "kilometres" : "miles"}`,
    figures: [
      { value: number(of.total_runs), label: of.total_runs === 1 ? "run" : "runs" },
      { value: number(of.total_duration_s / 3600), label: "hours" },
      of.total_elevation_m === undefined
        ? { value: number(of.total_elevation_ft), label: "feet climbed" }
        : { value: number(of.total_elevation_m), label: "metres climbed" }
    ],
    months: byMonth(of.monthly, (month) => distance(month.distance_mi, month.distance_km).value),
    entries: of.top_runs.map((run) => ({
      name: run.name,
      note: joined([dayText(run.date), run.city]),
      value: distanceText(distance(run.distance_mi, run.distance_km)),
      share: share(run)
    })),
    images: [],
    shape: cover
  }
}

const stars = (rating: number) => "★".repeat(Math.floor(rating)) + (rating % 1 === 0 ? "" : "½")

const watching = (of: Of<"watching">, { year }: Request): YearCard => ({
  name: "watching",
  kicker: `Films in ${year}`,
  headline: quantity(of.total_movies, "film"),
  figures: of.genres.slice(0, 3).map(({ count, name }) => ({ value: number(count), label: name })),
  months: byMonth(of.monthly, ({ count }) => count),
  entries: of.top_rated
    .slice(0, 5)
    .map(({ movie, user_rating }) => ({
      name: movie.year === null ? movie.title : `${movie.title} (${movie.year})`,
      note: null,
      value: stars(user_rating),
      share: null
    })),
  images: imagesOf(of.top_rated.map(({ movie }) => ({ title: movie.title, image: movie.image }))),
  shape: poster
})

const collecting = (of: Of<"collecting">, { year }: Request): YearCard | null => {
  if (of.total === 0) return null
  const items = [
    ...of.records.data.map(({ artists, image, title }) => ({ title, note: artists.join(", "), image })),
    ...of.discs.data.map(({ image, title, year }) => ({ title, note: year === null ? null : String(year), image }))
  ]
  return {
    name: "collecting",
    kicker: `The shelf in ${year}`,
    headline: quantity(of.total, "addition"),
    figures: [
      { value: number(of.records.pagination.total), label: "records" },
      { value: number(of.discs.pagination.total), label: "films on disc" },
      ...(of.totals.top_genre === null ? [] : [{ value: of.totals.top_genre, label: "most of all" }])
    ],
    months: byMonth(
      of.days.map(({ count, date }) => ({ month: date.slice(0, 7), count })),
      ({ count }) => count
    ),
    entries: items.slice(0, 5).map(({ note, title }) => ({ name: title, note, value: "", share: null })),
    images: imagesOf(items),
    shape: cover
  }
}

const reading = (of: Of<"reading">, { year }: Request): YearCard => {
  const sites = of.top_domains.slice(0, 5)
  const share = sharesOf(sites, ({ count }) => count)
  return {
    name: "reading",
    kicker: `Reading in ${year}`,
    headline: quantity(of.finished_count, "article finished", "articles finished"),
    figures: [
      { value: number(of.total_articles), label: "saved" },
      { value: number(of.total_highlights), label: "highlights" },
      { value: number(of.total_word_count), label: "words" }
    ],
    months: byMonth(of.monthly, ({ finished }) => finished),
    entries: sites.map((one) => ({
      name: one.domain,
      note: null,
      value: quantity(one.count, "article"),
      share: share(one)
    })),
    images: [],
    shape: cover
  }
}

const categories: Readonly<Record<string, string>> = { sports: "games", music: "concerts", arts: "evenings of arts" }

const attending = (of: Of<"attending">, { year }: Request): YearCard => {
  const share = sharesOf(of.top_venues, ({ count }) => count)
  return {
    name: "attending",
    kicker: `Attending in ${year}`,
    headline: quantity(of.total_events, "event"),
    figures: of.by_category
      .slice(0, 3)
      .map(({ category, count }) => ({ value: number(count), label: categories[category] ?? category })),
    months: byMonth(of.monthly, ({ count }) => count),
    entries: of.top_venues.map((one) => ({
      name: one.name,
      note: one.city,
      value: quantity(one.count, "visit"),
      share: share(one)
    })),
    images: [],
    shape: cover
  }
}

/** The figure and the first entry of each other card. */
const overview = (cards: ReadonlyArray<YearCard>, reviews: YearReviews, { year }: Request): YearCard => {
  const first = (card: YearCard): CardEntry | undefined =>
    card.entries[0] === undefined
      ? undefined
      : {
          name: card.entries[0].name,
          note: card.kicker.replace(` in ${year}`, ""),
          value: card.entries[0].value,
          share: null
        }
  const figure = ({ headline }: YearCard) => {
    const [value = "", ...label] = headline.split(" ")
    return { value, label: label.join(" ") }
  }
  const main = cards.filter(({ name }) => name !== "albums")
  return {
    name: "overview",
    kicker: "The year in review",
    headline: String(year),
    figures: main.map(figure),
    months: null,
    entries: main.flatMap((card) => first(card) ?? []),
    images: imagesOf((reviews.listening?.top_albums ?? []).map(({ image, name }) => ({ title: name, image }))),
    shape: cover
  }
}

/** The cards of a year. A domain without data has none; without any data there are none. */
export const yearCards = (reviews: YearReviews, request: Request): ReadonlyArray<YearCard> => {
  const cards = [
    reviews.listening && listening(reviews.listening, request),
    reviews.listening && albums(reviews.listening, request),
    reviews.running && running(reviews.running, request),
    reviews.watching && watching(reviews.watching, request),
    reviews.collecting && collecting(reviews.collecting, request),
    reviews.reading && reading(reviews.reading, request),
    reviews.attending && attending(reviews.attending, request)
  ].filter((card) => card !== null)
  return cards.length === 0 ? [] : [overview(cards, reviews, request), ...cards]
}
