import type { SubmittedTrack } from "@daybook/core/listening"
import { isUtf8 } from "node:buffer"

/** Parameters by name. Of a repeated one the last counts. */
export type Parameters = ReadonlyMap<string, string>

/** The parameters of the query and of a form, whatever its content type says. */
export const parametersOf = (query: URLSearchParams, body: string): Parameters =>
  new Map([...query, ...withSpaces(body.trim()).split("&").filter(Boolean).map(pairOf)])

/** `replaceAll` takes a hundred times as long over a body of nothing else. */
const withSpaces = (text: string): string => {
  if (!text.includes("+")) return text
  const bytes = Buffer.from(text)
  for (let at = bytes.indexOf(plus); at >= 0 && at < bytes.length; at++) if (bytes[at] === plus) bytes[at] = space
  return bytes.toString()
}

const [plus, space] = [0x2b, 0x20]

const pairOf = (pair: string): readonly [name: string, value: string] => {
  const equals = pair.indexOf("=")
  return equals < 0 ? [decoded(pair), ""] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]
}

const decoded = (text: string): string => text.replace(/(?:%[0-9a-f]{2})+/gi, unescaped)

/**
 * Old players escape Latin-1: what is not UTF-8 is read as that. A decoder that throws would hold the host for seconds
 * over a body of wrong escapes.
 */
const unescaped = (escapes: string): string => {
  const bytes = Buffer.from(escapes.replaceAll("%", ""), "hex")
  return bytes.toString(isUtf8(bytes) ? "utf8" : "latin1")
}

const form = /^([A-Za-z]+)(?:\[(\d{1,6})\])?$/

/**
 * The listens of a batch in the order of their numbers, each with its parameters. One without a number is number 0.
 * `names` are the parameters that make a listen.
 */
export const indexed = (parameters: Parameters, names: ReadonlyArray<string>): ReadonlyArray<Parameters> => {
  const listens = new Map<number, Map<string, string>>()
  for (const [key, value] of parameters) {
    const [, name = "", index = "0"] = form.exec(key) ?? []
    if (!names.includes(name)) continue
    const place = Number(index)
    const listen = listens.get(place) ?? new Map<string, string>()
    listens.set(place, listen)
    // `artist[0]` is more precise than `artist`.
    if (key !== name || !listen.has(name)) listen.set(name, value)
  }
  return [...listens].sort(([a], [b]) => a - b).map(([, listen]) => listen)
}

/** Whole seconds; undefined for any other text. */
export const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d{1,12}(?:\.\d+)?\s*$/.test(text) ? Math.floor(Number(text)) : undefined

/** The parameters of a listen in one of the protocols. */
interface ParameterNames {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly mbid: string
  readonly duration: string
}

/** The track that parameters name. */
export const trackOf = (listen: Parameters, names: ParameterNames): SubmittedTrack => {
  const seconds = Number(listen.get(names.duration) ?? "")
  return {
    artist: listen.get(names.artist) ?? "",
    track: listen.get(names.track) ?? "",
    album: listen.get(names.album),
    trackMbid: listen.get(names.mbid),
    duration: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
  }
}
