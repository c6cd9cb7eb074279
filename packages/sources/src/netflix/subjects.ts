import type { Subject } from "@daybook/core/watching"
import type { Session } from "../kit/watches/sessions.js"
import { isFinished } from "../kit/watches/sessions.js"
import { titleOf } from "../kit/watches/records.js"
import { type EpisodeTitle, type UnclearTitle, readTitle } from "./titles.js"

/** Without season or number, a person or TMDB says which episode it is. */
const episodeOf = ({ episode, episodeTitle, season, show }: EpisodeTitle): Subject => {
  const title = titleOf(show, null)
  return season !== null && episode !== null
    ? { kind: "episode", title, season, episode, episodeTitle }
    : { kind: "unnumbered", title, season, episode, episodeTitle }
}

const unclear = ({ rest, show }: UnclearTitle): Subject => ({
  kind: "unnumbered",
  title: titleOf(show, null),
  season: null,
  episode: null,
  episodeTitle: rest
})

const filmOf = (title: string): Subject => ({ kind: "movie", title: titleOf(title, null) })

/**
 * What was watched for some time; null if that is too short. A title of two parts is a film only if it was watched like
 * one: for less time it may be an episode, which a person decides.
 */
export const watchedSubject = (name: string, session: Session): Subject | null => {
  const title = readTitle(name)
  if (!isFinished(title.kind === "movie" ? "movie" : "episode", session)) return null
  if (title.kind === "movie") return filmOf(title.title)
  if (title.kind === "episode") return episodeOf(title)
  return title.isLong || !isFinished("movie", session) ? unclear(title) : filmOf(title.title)
}

/** What was watched, as far as a title alone says it. */
export const namedSubject = (name: string): Subject => {
  const title = readTitle(name)
  if (title.kind === "movie") return filmOf(title.title)
  if (title.kind === "episode") return episodeOf(title)
  return title.isLong ? unclear(title) : filmOf(title.title)
}
