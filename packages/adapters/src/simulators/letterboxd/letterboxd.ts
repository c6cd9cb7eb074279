import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { hash } from "../persona/dice.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { type LoggedFilm, makeDiary } from "./Diary.js"
import { feed, feedLength } from "./feed.js"

/** Letterboxd's feed of the person's diary. Programs that do not say who they are are turned away. */
export const letterboxd = ({ baseUrl, clock, persona }: SimulatorContext) =>
  Effect.sync(() => {
    const diary = makeDiary(persona, clock)
    const path = `/${persona.username}/rss/`
    const answer = (request: SimulatedRequest, entries: ReadonlyArray<LoggedFilm>): HttpServerResponse.HttpServerResponse => {
      const poster = /^\/resized\/film-poster\/(\w+)\.jpg$/.exec(request.path)?.[1]
      if (poster !== undefined) return pngResponse(cover(poster, 500))
      if (!/^\w+\/\d/.test(request.headers["user-agent"] ?? "")) return forbidden
      if (request.path !== path) return missing
      const shown = request.distortion?._tag === "Empty" ? [] : entries.slice(-feedLength)
      const text = feed(persona.username, baseUrl, shown)
      const etag = `"${hash(text).toString(36)}"`
      if (request.headers["if-none-match"] === etag) return HttpServerResponse.empty({ status: 304, headers: { etag } })
      return HttpServerResponse.text(text, { contentType: "application/rss+xml;charset=UTF-8", headers: { etag } })
    }
    return makeSimulator({
      id: "letterboxd",
      clock,
      settings: {
        DAYBOOK_LETTERBOXD_BASE_URL: baseUrl,
        DAYBOOK_LETTERBOXD_USERNAME: persona.username,
        DAYBOOK_LETTERBOXD_MIN_INTERVAL_MS: "0"
      },
      control: diary,
      ready: Effect.asVoid(diary.entries),
      answer: (request) => Effect.map(diary.entries, (entries) => answer(request, entries))
    })
  })

const page = (status: number, title: string) =>
  HttpServerResponse.html(`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`).pipe(HttpServerResponse.setStatus(status))
const forbidden = page(403, "Just a moment...")
const missing = page(404, "Sorry, we can't find the page you've requested.")
