import { Effect } from "effect"
import { type AskError, ask } from "../Ask.js"
import { Home } from "../Home.js"
import { idOf, readId } from "../kit/ids.js"
import { amount, answerWith, truth, words } from "../kit/output.js"
import { day, flag, number, optional, ownText, recordId, text, whole } from "../kit/params.js"
import { everyDomain, writeTool } from "../Tool.js"
import { badArgument, notFound, ToolError } from "../ToolError.js"

const rating = optional(number(0.5, 5))
const review = optional(ownText(20_000, "the owner's own words; empty deletes"))
const notes = optional(ownText(5_000, "the owner's own words; empty deletes"))

const changedViewing = {
  viewing: words,
  film: words,
  watched_at: words,
  user_rating: amount,
  review: words,
  created: truth
}

const viewingOf = (
  local: (text: string | null) => string | null,
  watch: {
    readonly id: number
    readonly movie_id: number
    readonly watched_at: string
    readonly user_rating: number | null
    readonly review: string | null
  }
) => ({
  viewing: idOf("watching", "viewing", watch.id),
  film: idOf("watching", "movie", watch.movie_id),
  watched_at: local(watch.watched_at),
  user_rating: watch.user_rating,
  ...(watch.review === null ? {} : { review: watch.review })
})

/** The number of an id of this kind; the tool of this name wants it. */
const numberOf = (text: string, domain: "watching" | "attending", type: string) => {
  const ref = readId(text)
  return ref?.domain === domain && ref.type === type
    ? Effect.succeed(ref.id)
    : badArgument(
        `"${text}" is not the id of a ${type}; it looks like ${domain}/${type}/12.`,
        `Call search for its name, then fetch; the id stands there.`
      )
}

const hasStatus = (status: number) => (error: AskError) => error.status === status

export const addViewing = writeTool(
  { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  {
    name: "add_viewing",
    title: "Add a viewing",
    description:
      "Adds that the owner watched a film on a day, with rating and review if given. The same viewing twice is one.",
    domains: ["watching"],
    example: { title: "Violet Chalk", year: 1992, watched_on: "2026-03-14" },
    input: { title: text(), year: optional(whole(1800, 9999)), watched_on: day, rating, review },
    output: answerWith(changedViewing),
    run: ({ rating, review, title, watched_on, year }) =>
      Effect.gen(function* () {
        const { local } = yield* Home
        const added = yield* ask(
          "watchingAdmin.addWatch",
          {},
          { title, year, watched_at: watched_on, rating, review }
        ).pipe(
          Effect.catchIf(hasStatus(409), () => Effect.succeed(null)),
          Effect.catchIf(hasStatus(404), () => notFoundFilm(year === undefined ? title : `${title} (${year})`))
        )
        const unchanged = `${title} already has a viewing on ${watched_on}; nothing was added.`
        return added === null
          ? { heading: unchanged, domains: ["watching"], data: { created: false } }
          : { heading: `added ${title}`, domains: ["watching"], data: { created: true, ...viewingOf(local, added) } }
      })
  }
)

const notFoundFilm = (film: string) =>
  new ToolError({
    code: "not_found",
    message: `No film "${film}" is known here or at the catalogue.`,
    next: 'Call search with {"query": "…", "domain": "watching"} for its exact title, and give the year.'
  })

export const changeViewing = writeTool(
  { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  {
    name: "change_viewing",
    title: "Change a viewing",
    description:
      "Changes the rating, the review or the day of a viewing. fetch of a film with include=[viewings] has its id.",
    domains: ["watching"],
    example: { id: "watching/viewing/12", rating: 4.5 },
    input: { id: recordId, rating, review, watched_on: optional(day) },
    output: answerWith(changedViewing),
    run: ({ id, rating, review, watched_on }) =>
      Effect.gen(function* () {
        const { local } = yield* Home
        const viewing = yield* numberOf(id, "watching", "viewing")
        const changed = yield* Effect.catchIf(
          ask("watchingAdmin.changeWatch", { id: viewing }, { rating, review, watched_at: watched_on }),
          hasStatus(404),
          () => notFound(id)
        )
        return { heading: `changed ${id}`, domains: ["watching"], data: viewingOf(local, changed) }
      })
  }
)

export const decideEvent = writeTool(
  { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  {
    name: "decide_event",
    title: "Decide attendance",
    description: "Says whether the owner was at an event, and notes about it, whatever the sources say.",
    domains: ["attending"],
    example: { id: "attending/event/12", attended: true },
    input: { id: recordId, attended: flag(), notes },
    output: answerWith({ id: words, title: words, attended: truth, status: words, event_notes: words }),
    run: ({ attended, id, notes }) =>
      Effect.gen(function* () {
        const event = yield* numberOf(id, "attending", "event")
        const decided = yield* Effect.catchIf(
          ask("attendingAdmin.decide", { id: event }, { attended, notes }),
          hasStatus(404),
          () => notFound(id)
        )
        const { attended: is, event_date, notes: text, status, title } = decided
        return {
          heading: `${title}, ${event_date}`,
          domains: ["attending"],
          data: {
            id: idOf("attending", "event", event),
            title,
            attended: is,
            status,
            ...(text === null ? {} : { event_notes: text })
          }
        }
      })
  }
)

export const startSync = writeTool(
  { destructiveHint: false, idempotentHint: false, openWorldHint: true },
  {
    name: "start_sync",
    title: "Start a sync",
    description: "Reads new data from a source or a whole domain now. overview lists the sources.",
    domains: everyDomain,
    example: { target: "listening" },
    input: { target: text("domain or source, such as lastfm") },
    output: answerWith({ status: words, run_id: amount }),
    run: ({ target }) =>
      Effect.map(
        Effect.catchIf(ask("syncAdmin.start", { target }), hasStatus(404), () => unknownTarget(target)),
        (started) => ({ heading: `sync of ${target}`, domains: [], data: { ...started } })
      )
  }
)

const unknownTarget = (target: string) =>
  new ToolError({
    code: "not_set_up",
    message: `"${target}" is no source that is set up here, and no domain.`,
    next: "Call overview for the sources. The owner can run: daybook sources."
  })
