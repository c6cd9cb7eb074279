import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fault } from "../shared/Faults.js"

/** Last.fm's error codes with the HTTP status each comes with and what it says (last.fm/api/errorcodes). */
const failures = {
  2: [400, "Invalid service - This service does not exist"],
  3: [400, "Invalid Method - No method with that name in this package"],
  4: [403, "Authentication Failed - You do not have permissions to access the service"],
  5: [400, "Invalid format - This service doesn't exist in that format"],
  6: [400, "Invalid parameters - Your request is missing a required parameter"],
  8: [500, "Operation failed - Most likely the backend service failed. Please try again."],
  9: [403, "Invalid session key - Please re-authenticate"],
  10: [403, "Invalid API key - You must be granted a valid key by last.fm"],
  11: [503, "Service Offline - This service is temporarily offline. Try again later."],
  14: [403, "This token has not been authorized"],
  15: [403, "This item is not available for streaming"],
  16: [503, "The service is temporarily unavailable, please try again."],
  17: [403, "Login: User required to be logged in"],
  26: [403, "API Key Suspended - This application is not allowed to make requests to the web services"],
  29: [429, "Rate Limit Exceeded - Your IP has made too many requests in a short period, exceeding our API guidelines"]
} as const

export type LastfmCode = keyof typeof failures

/** An error body as Last.fm sends it: the code decides, the status only goes along. */
export const failure = (code: LastfmCode, message: string = failures[code][1], status: number = failures[code][0]) =>
  HttpServerResponse.unsafeJson({ error: code, message }, { status })

/** An answer that is this error, as a fault; proxies on the way send it with status 200. */
export const lastfmFault = (code: LastfmCode, status: number = failures[code][0]): Fault =>
  Fault.Body({ json: { error: code, message: failures[code][1] }, status })

/** What Last.fm says when an artist, album or track is not known. */
export const notFound = (what: "artist" | "Album" | "Track") =>
  failure(6, what === "artist" ? "The artist you supplied could not be found" : `${what} not found`, 404)
