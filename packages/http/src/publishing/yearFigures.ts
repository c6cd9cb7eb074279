import type { CardFigure } from "@daybook/core/cards"
import { type CardRequest, type DraftCard, empty, hidden, nothingYet, whole } from "./draftCard.js"
import { type Json, listAt, numberAt, textAt } from "./publication.js"

/** What a card says about a domain: an answer, its number, and the name of what led it. */
interface YearSource {
  readonly domain: string
  readonly target: (request: CardRequest) => string
  readonly figure: (body: Json, request: CardRequest) => CardFigure | undefined
  readonly first: (body: Json) => string | undefined
}

const review =
  (domain: string) =>
  ({ year }: CardRequest) =>
    `/v1/${domain}/year/${year}`

const countOf = (name: string, label: string) => (body: Json) => {
  const value = numberAt(body, name)
  return value === undefined ? undefined : { value: whole.format(value), label }
}

const firstName = (list: string) => (body: Json) => textAt(listAt(body, list)[0], "name")

const sources: ReadonlyArray<YearSource> = [
  {
    domain: "Listening",
    target: review("listening"),
    figure: countOf("total_scrobbles", "plays"),
    first: firstName("top_artists")
  },
  {
    domain: "Running",
    target: ({ units, year }) => `/v1/running/year/${year}?units=${units}`,
    figure: (body, { units }) =>
      units === "metric" ? countOf("total_distance_km", "km")(body) : countOf("total_distance_mi", "miles")(body),
    first: () => undefined
  },
  {
    domain: "Watching",
    target: review("watching"),
    figure: countOf("total_movies", "films"),
    first: (body) => textAt(listAt(body, "top_rated")[0], "movie", "title")
  },
  {
    domain: "Collecting",
    target: ({ year }) => `/v1/collecting/calendar?year=${year}`,
    figure: countOf("total", "records"),
    first: () => undefined
  },
  {
    domain: "Reading",
    target: review("reading"),
    figure: countOf("finished_count", "articles"),
    first: (body) => textAt(listAt(body, "top_domains")[0], "domain")
  },
  {
    domain: "Attending",
    target: review("attending"),
    figure: countOf("total_events", "events"),
    first: firstName("top_venues")
  }
]

/** The figures of a year in all domains that the lens shows. */
export const yearFigures = async (request: CardRequest): Promise<DraftCard> => {
  const kicker = "The year so far"
  const year = String(request.year)
  const answers = await Promise.all(
    sources.map(async (source) => ({ source, ...(await request.read(source.target(request))) }))
  )
  const drawn = answers.flatMap(({ body, source, status }) => {
    const number = status === 200 ? source.figure(body, request) : undefined
    return number === undefined ? [] : [{ number, name: source.first(body), note: source.domain }]
  })
  if (drawn.length === 0) return answers.some(({ status }) => status === 404) ? nothingYet(kicker) : hidden(kicker)
  return {
    ...empty,
    kicker,
    headline: year,
    figures: drawn.map(({ number }) => number),
    entries: drawn.flatMap(({ name, note }) => (name === undefined ? [] : [{ name, note, value: "", share: null }]))
  }
}
