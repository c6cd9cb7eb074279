import { type PictureShape, maxPictures } from "@daybook/core/cards"
import {
  type CardRequest,
  type DraftCard,
  answered,
  dayText,
  empty,
  figure,
  imagesOf,
  line,
  nothingYet,
  plays,
  whole
} from "./draftCard.js"
import { listAt, numberAt, textAt, valueAt } from "./publication.js"
import { yearFigures } from "./yearFigures.js"
import { yearGrid } from "./yearGrid.js"

const nowPlaying = (request: CardRequest) =>
  answered(request, "Listening", "/v1/listening/now-playing", (body) => {
    const track = textAt(body, "track", "name")
    const artist = textAt(body, "track", "artist", "name")
    const [headline, other] = track === undefined ? [artist, undefined] : [track, artist]
    if (headline === undefined) return undefined
    const at = textAt(body, "scrobbled_at")
    return {
      ...empty,
      kicker: valueAt(body, "is_playing") === true ? "Playing now" : "Last played",
      headline,
      figures: figure(at === undefined ? undefined : dayText(request.dayOf(Date.parse(at))), "played"),
      entries: [...line(other), ...line(textAt(body, "track", "album", "name"))],
      images: imagesOf(textAt(body, "track", "album", "name") ?? headline, valueAt(body, "track", "album", "image"))
    }
  })

const periodNames: Readonly<Record<string, string>> = {
  "7day": "the last 7 days",
  "1month": "the last month",
  "3month": "the last 3 months",
  "6month": "the last 6 months",
  "12month": "the last 12 months",
  overall: "all time"
}

const topArtists = (request: CardRequest) => {
  const { limit, period } = request
  const kicker = `Artists of ${periodNames[period] ?? period}`
  return answered(request, kicker, `/v1/listening/top/artists?period=${period}&limit=${limit}`, (body) => {
    const artists = listAt(body, "data")
    if (artists.length === 0) return nothingYet(kicker)
    const named = artists.flatMap((artist) => {
      const name = textAt(artist, "name")
      return name === undefined ? [] : [{ name, count: numberAt(artist, "playcount"), image: valueAt(artist, "image") }]
    })
    const [first] = named
    if (first === undefined) return undefined
    const most = Math.max(...named.map(({ count = 0 }) => count), 1)
    return {
      ...empty,
      kicker,
      headline: first.name,
      figures: figure(first.count === undefined ? undefined : whole.format(first.count), "plays"),
      entries: named.map(({ count, name }) => ({
        name,
        note: null,
        value: count === undefined ? "" : plays(count),
        share: count === undefined ? null : count / most
      })),
      images: named.flatMap(({ image, name }) => imagesOf(name, image)).slice(0, maxPictures)
    }
  })
}

const lastRun = (request: CardRequest) =>
  answered(request, "Last run", `/v1/running/recent?limit=1&units=${request.units}`, (body) => {
    const [run] = listAt(body, "data")
    if (run === undefined) return nothingYet("Last run")
    const metric = request.units === "metric"
    const distance = numberAt(run, metric ? "distance_km" : "distance_mi")
    const length = distance === undefined ? undefined : `${distance} ${metric ? "km" : "mi"}`
    const day = textAt(run, "date")?.slice(0, 10)
    const headline = textAt(run, "name") ?? length ?? (day === undefined ? undefined : dayText(day))
    if (headline === undefined) return undefined
    const place = [textAt(run, "city"), textAt(run, "state")].filter((part) => part !== undefined).join(", ")
    return {
      ...empty,
      kicker: valueAt(run, "is_race") === true ? "Last run: a race" : "Last run",
      headline,
      figures: [
        ...figure(length, "distance"),
        ...figure(textAt(run, "duration"), "moving time"),
        ...figure(textAt(run, metric ? "pace_per_km" : "pace"), "pace")
      ],
      entries: [...line(day === undefined ? undefined : dayText(day)), ...line(place === "" ? undefined : place)]
    }
  })

const reading = (request: CardRequest) =>
  answered(request, "Reading", "/v1/reading/currently-reading?include_no_body=true", (body) => {
    const articles = listAt(body, "data")
    if (articles.length === 0) return nothingYet("Reading")
    const entries = articles.slice(0, request.limit).flatMap((article) => {
      const [site, author] = [textAt(article, "site_name") ?? textAt(article, "domain"), textAt(article, "author")]
      const note = [author, site].filter((part) => part !== undefined).join(", ")
      return line(textAt(article, "title"), note === "" ? null : note)
    })
    const [first, ...others] = entries
    if (first === undefined) return undefined
    return {
      ...empty,
      kicker: "Reading",
      headline: first.name,
      entries: [...line(first.note ?? undefined), ...others],
      images: imagesOf(first.name, valueAt(articles[0], "image"))
    }
  })

const poster: PictureShape = "poster"

const lastFilm = (request: CardRequest) =>
  answered(request, "Last film", "/v1/watching/recent?limit=1", (body) => {
    const [viewing] = listAt(body, "data")
    if (viewing === undefined) return nothingYet("Last film")
    const headline = textAt(viewing, "movie", "title")
    if (headline === undefined) return undefined
    const [at, rating] = [textAt(viewing, "watched_at"), numberAt(viewing, "user_rating")]
    return {
      ...empty,
      kicker: valueAt(viewing, "rewatch") === true ? "Last film, seen again" : "Last film",
      headline,
      figures: [
        ...figure(textAt(viewing, "movie", "year"), "year"),
        ...figure(rating === undefined ? undefined : String(rating), "rating")
      ],
      entries: [
        ...line(textAt(viewing, "movie", "director")),
        ...line(at === undefined ? undefined : dayText(request.dayOf(Date.parse(at))))
      ],
      images: imagesOf(headline, valueAt(viewing, "movie", "image")),
      shape: poster
    }
  })

/** A kind of card. `maxAge` in seconds. */
interface CardKind {
  readonly maxAge: number
  readonly draw: (request: CardRequest) => Promise<DraftCard>
}

/** The kinds, by their name in addresses. */
export const cardKinds: ReadonlyMap<string, CardKind> = new Map<string, CardKind>([
  ["now-playing", { maxAge: 60, draw: nowPlaying }],
  ["year-grid", { maxAge: 300, draw: yearGrid }],
  ["top-artists", { maxAge: 300, draw: topArtists }],
  ["year-so-far", { maxAge: 300, draw: yearFigures }],
  ["last-run", { maxAge: 300, draw: lastRun }],
  ["reading", { maxAge: 300, draw: reading }],
  ["last-film", { maxAge: 300, draw: lastFilm }]
])
