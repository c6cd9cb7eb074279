import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Outing } from "../persona/attending/Outing.js"
import type { Persona } from "../persona/Persona.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { wholeNumber } from "../shared/wholeNumber.js"
import { setList } from "./wire.js"

const key = "5e7115f0-0000-4000-8000-00000000da7b"
const pageSize = 20

/** setlist.fm over the concerts of the life. In XML unless JSON is asked for, as there. */
export const setlistfm = ({ baseUrl, clock, persona }: SimulatorContext) =>
  Effect.sync(() => {
    const unmarked = new Set<string>()
    return makeSimulator({
      id: "setlistfm",
      clock,
      settings: {
        DAYBOOK_SETLISTFM_BASE_URL: `${baseUrl}/rest/1.0`,
        DAYBOOK_SETLISTFM_API_KEY: key,
        DAYBOOK_SETLISTFM_USERNAME: persona.username,
        DAYBOOK_SETLISTFM_MIN_INTERVAL_MS: "0"
      },
      control: {
        /** Takes back that the person was at a concert. */
        unmark: (id: string) => Effect.sync(() => void unmarked.add(id))
      },
      answer: (request) => Effect.map(clock.now, (now) => answered(persona, now, unmarked, request))
    })
  })

const failure = (code: number, status: string, message: string) =>
  HttpServerResponse.unsafeJson({ code, status, message, timestamp: "2026-01-01T00:00:00.000+0000" }, { status: code })

const answered = (persona: Persona, now: number, unmarked: ReadonlySet<string>, { distortion, headers, params, path }: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
  if (headers["x-api-key"] !== key) return failure(403, "Forbidden", "Forbidden")
  if (headers["accept"]?.includes("json") !== true) return HttpServerResponse.text("<?xml version=\"1.0\"?><setlists/>", { contentType: "application/xml" })
  const played = persona.attending.knownAt(now).filter(({ at, cancelledAt, setlist }) => setlist !== null && cancelledAt === null && at < now)
  const one = /^\/rest\/1\.0\/setlist\/([0-9a-f]+)$/.exec(path)?.[1]
  const told = (outing: Outing) => setList(outing, outing.setlist!.id, persona.listening.catalogue, now)
  if (one !== undefined) {
    const outing = played.find(({ setlist }) => setlist!.id === one)
    return outing === undefined ? failure(404, "Not Found", "unknown setlist") : HttpServerResponse.unsafeJson(told(outing))
  }
  const user = /^\/rest\/1\.0\/user\/([^/]+)\/attended$/.exec(path)?.[1]
  const wanted = distortion?._tag === "Empty" ? [] : user !== undefined
    ? played.filter(({ setlist }) => user === persona.username && setlist!.isMarked && !unmarked.has(setlist!.id)).toReversed()
    : path === "/rest/1.0/search/setlists" ? played.filter(sought(params)) : []
  const page = wholeNumber(params["p"], 1)
  const rows = wanted.slice((page - 1) * pageSize, page * pageSize)
  if (rows.length === 0) return failure(404, "Not Found", "not found")
  return HttpServerResponse.unsafeJson({ type: "setlists", itemsPerPage: pageSize, page, total: wanted.length, setlist: rows.map(told) })
}

/** Names are found by part; dates other than DD-MM-YYYY find nothing. */
const sought = ({ artistMbid, artistName, date }: Readonly<Record<string, string>>) => ({ date: on, performers }: Outing): boolean =>
  (artistMbid === undefined || performers[0]!.mbid === artistMbid) &&
  (artistName === undefined || performers[0]!.name.toLowerCase().includes(artistName.toLowerCase())) &&
  (date === undefined || date === on.split("-").reverse().join("-"))
