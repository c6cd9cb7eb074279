import { fromOrdinal } from "@daybook/core/shared"
import { hash } from "../sampleOwner/dice.js"
import type { Film, Series } from "../sampleOwner/films.js"
import type { WatchingLife } from "../sampleOwner/watching.js"
import { keyOf, type ServerPlay, type ServerView } from "./Account.js"

const filmKeys = { first: 1_000, step: 3 }
const seriesKeys = { first: 500_000, step: 1_000 }

const filmKey = (film: number) => filmKeys.first + film * filmKeys.step
const seriesKey = (series: number) => seriesKeys.first + series * seriesKeys.step
const episodeKey = (series: number, season: number, episode: number) => seriesKey(series) + season * 100 + episode

/** What a rating key names. */
export const ofKey = ({ films, series }: WatchingLife, key: number) => {
  if (key < seriesKeys.first) {
    const index = (key - filmKeys.first) / filmKeys.step
    return films[index] === undefined ? undefined : { kind: "film" as const, film: index }
  }
  const index = Math.floor((key - seriesKeys.first) / seriesKeys.step)
  const rest = key - seriesKey(index)
  const one = series[index]
  if (one === undefined) return undefined
  if (rest === 0) return { kind: "show" as const, series: index }
  const [season, episode] = [Math.floor(rest / 100), rest % 100]
  return episode >= 1 && episode <= (one.seasons[season - 1] ?? 0)
    ? { kind: "episode" as const, series: index, season, episode }
    : undefined
}

const guid = (kind: "movie" | "show" | "episode", key: number) => {
  const text = `${hash("guid", key).toString(16).padStart(8, "0")}${hash("diug", key).toString(16).padStart(8, "0")}`
  return `plex://${kind}/5d77${text}`
}

/** One film in twenty was matched by the agent of old, which gives one number only. */
const numbersOf = (film: Film, key: number) =>
  hash("old agent", film.tmdb) % 20 === 0
    ? { guid: `com.plexapp.agents.imdb://${film.imdb}?lang=en` }
    : { guid: guid("movie", key), Guid: [{ id: `imdb://${film.imdb}` }, { id: `tmdb://${film.tmdb}` }] }

const tags = (names: ReadonlyArray<string>) => names.map((tag) => ({ tag }))

/** One film in three is rated here, in points of ten. */
const ratingOf = (film: Film) =>
  hash("points", film.tmdb) % 3 === 0 ? { userRating: 1 + (hash("rated", film.tmdb) % 10) } : {}

const viewCounts = (view: ServerView, what: ServerPlay["what"]) => {
  const count = view.counts.get(keyOf(what))
  return count === undefined ? {} : { viewCount: count.views, lastViewedAt: count.lastAt }
}

const releaseOf = (year: number, key: number) => `${year}-${fromOrdinal(hash("day", key) % 365).slice(5)}`

export const filmRow = (life: WatchingLife, view: ServerView, film: number) => {
  const one = life.films[film]!
  const key = filmKey(film)
  return {
    ratingKey: String(key),
    key: `/library/metadata/${key}`,
    type: "movie",
    title: one.title,
    contentRating: one.certification,
    summary: one.overview,
    year: one.year,
    tagline: one.tagline,
    thumb: `/library/metadata/${key}/thumb/1763700000`,
    duration: one.minutes * 60_000,
    originallyAvailableAt: releaseOf(one.year, key),
    addedAt: 1_600_000_000 + film,
    ...numbersOf(one, key),
    ...ratingOf(one),
    ...viewCounts(view, { kind: "film", film }),
    Genre: tags(one.genres),
    Director: tags(one.directors.map(({ name }) => name))
  }
}

export const showRow = (life: WatchingLife, series: number, lastViewedAt: number | undefined) => {
  const one = life.series[series]!
  const key = seriesKey(series)
  return {
    ratingKey: String(key),
    key: `/library/metadata/${key}/children`,
    guid: guid("show", key),
    type: "show",
    title: one.title,
    year: one.year,
    contentRating: one.certification,
    summary: one.overview,
    childCount: one.seasons.length,
    leafCount: one.seasons.reduce((sum, count) => sum + count, 0),
    ...(lastViewedAt === undefined ? {} : { lastViewedAt, viewCount: 1 }),
    Guid: [{ id: `imdb://${one.imdb}` }, { id: `tmdb://${one.tmdb}` }, { id: `tvdb://${one.tvdb}` }]
  }
}

/** Its `Guid` numbers are the episode's own. */
export const episodeRow = (
  life: WatchingLife,
  view: ServerView,
  of: { readonly series: number; readonly season: number; readonly episode: number }
) => {
  const one = life.series[of.series]!
  const key = episodeKey(of.series, of.season, of.episode)
  return {
    ratingKey: String(key),
    key: `/library/metadata/${key}`,
    parentRatingKey: String(seriesKey(of.series) + of.season * 100),
    grandparentRatingKey: String(seriesKey(of.series)),
    guid: guid("episode", key),
    type: "episode",
    title: titleOf(one, of),
    grandparentTitle: one.title,
    parentTitle: `Season ${of.season}`,
    index: of.episode,
    parentIndex: of.season,
    year: one.year + of.season - 1,
    duration: one.minutes * 60_000,
    ...viewCounts(view, { kind: "episode", ...of }),
    Guid: [{ id: `imdb://tt${9_000_000 + key}` }, { id: `tmdb://${key}` }]
  }
}

const titleOf = (series: Series, { episode, season }: { readonly season: number; readonly episode: number }) =>
  episode === 1 && season === 1 ? "Pilot" : `Chapter ${episode} of ${series.title}`

/** What is deleted from the library has lost its keys in the history. */
export const playRow = (life: WatchingLife, view: ServerView, { account, at, id, what }: ServerPlay) => {
  const item: Readonly<Record<string, unknown>> =
    what.kind === "film" ? filmRow(life, view, what.film) : episodeRow(life, view, what)
  const keyFields = view.deleted.has(keyOf(what)) ? [] : ["ratingKey", "key"]
  const names = [
    ...keyFields,
    "type",
    "title",
    "thumb",
    "originallyAvailableAt",
    "grandparentTitle",
    "parentTitle",
    "index",
    "parentIndex"
  ]
  return {
    historyKey: `/status/sessions/history/${id}`,
    librarySectionID: what.kind === "film" ? "1" : "2",
    ...Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))),
    ...(what.kind === "episode" && keyFields.length > 0
      ? { grandparentKey: `/library/metadata/${seriesKey(what.series)}` }
      : {}),
    viewedAt: at,
    accountID: account,
    deviceID: 7
  }
}

/** Which films stand in the library: those that were played there, and some that nobody has watched yet. */
export const ownedFilms = (life: WatchingLife, view: ServerView): ReadonlyArray<number> =>
  life.films.flatMap(({ index, tmdb }) => {
    const key = keyOf({ kind: "film", film: index })
    return !view.deleted.has(key) && (view.counts.has(key) || hash("owned", tmdb) % 6 === 0) ? [index] : []
  })
