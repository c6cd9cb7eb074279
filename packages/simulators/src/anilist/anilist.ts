import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { animeList, type AnimeTitle } from "../anime/list.js"
import { makeSimulator, type SimulatorContext } from "../shared/Simulator.js"

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })
const refuse = (message: string, status: number) =>
  json(
    { errors: [{ message, status, locations: [{ line: 2, column: 3 }] }], data: { MediaListCollection: null } },
    status
  )

const entryOf = (one: AnimeTitle) => ({
  id: 400_000 + one.id,
  mediaId: one.id,
  status: one.watched === one.episodes ? "COMPLETED" : "CURRENT",
  score: one.score * 10,
  progress: one.watched,
  repeat: one.again,
  startedAt: { year: null, month: null, day: null },
  completedAt: one.finished,
  media: {
    idMal: one.mal,
    title: { romaji: one.title, english: one.id % 3 === 0 ? null : one.title },
    episodes: one.episodes,
    format: one.kind === "film" ? "MOVIE" : "TV",
    startDate: { year: one.year }
  }
})

/** AniList's GraphQL endpoint (https://docs.anilist.co) with the owner's public lists, of which one repeats entries. */
export const anilist = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const removed = new Set<number>()
    let isPrivate = false
    const titles = Effect.map(clock.now, (now) =>
      animeList(sampleOwner, sampleOwner.watching.until(Math.floor(now / 1_000) + 1)).filter(
        ({ id }) => !removed.has(id)
      )
    )
    return makeSimulator({
      id: "anilist",
      clock,
      settings: {
        DAYBOOK_ANILIST_BASE_URL: baseUrl,
        DAYBOOK_ANILIST_USERNAME: sampleOwner.username,
        DAYBOOK_ANILIST_MIN_INTERVAL_MS: "0"
      },
      control: {
        titles,
        /** Takes a title off the lists. */
        remove: (id: number) => Effect.sync(() => void removed.add(id)),
        hide: Effect.sync(() => void (isPrivate = true))
      },
      answer: ({ body, distortion, method }) =>
        Effect.gen(function* () {
          if (method !== "POST") return HttpServerResponse.empty({ status: 405 })
          const { query, variables } = JSON.parse(body) as {
            readonly query: string
            readonly variables?: { userName?: string }
          }
          if (!/MediaListCollection\(userName: \$userName, type: ANIME\)/.test(query))
            return refuse("Syntax Error", 400)
          if (variables?.userName?.toLowerCase() !== sampleOwner.username.toLowerCase())
            return refuse("User not found", 404)
          if (isPrivate) return refuse("Private User", 404)
          const all = distortion?._tag === "Empty" ? [] : (yield* titles).map(entryOf)
          const planned = {
            ...entryOf((yield* titles)[0]!),
            id: 1,
            mediaId: 1,
            status: "PLANNING",
            score: 0,
            progress: 0
          }
          const lists = [
            { name: "Completed", isCustomList: false, entries: all.filter(({ status }) => status === "COMPLETED") },
            { name: "Watching", isCustomList: false, entries: all.filter(({ status }) => status === "CURRENT") },
            { name: "Planning", isCustomList: false, entries: all.length === 0 ? [] : [{ ...planned, repeat: 0 }] },
            { name: "Favourites", isCustomList: true, entries: all.slice(0, 10) }
          ]
          return json({ data: { MediaListCollection: { lists } } })
        })
    })
  })
