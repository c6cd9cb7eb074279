import type { DataVersions } from "@daybook/core/sync"
import type { Context } from "effect"
import type { Made } from "./shared/caching.js"

/** What the data stood at when an answer was begun: taken before anything is read, so that a change meanwhile shows. */
export interface Mark extends Moment {
  readonly versions: ReadonlyArray<number>
}

/** A time, as far as it decides which day it is. */
export interface Moment {
  /** The day at home. */
  readonly today: string
  /** The quarter of an hour: wherever a day ends, it ends with one, for all clocks are whole quarters from UTC. */
  readonly quarter: number
}

const quarterMs = 900_000

export const momentOf = (now: number, today: string): Moment => ({ today, quarter: Math.floor(now / quarterMs) })

/** An answer ready to be sent. Headers are names and values in turn. */
export interface Kept {
  readonly mark: Mark
  /** See `keptBody`. */
  readonly body: string | Buffer
  readonly etag: string
  readonly headers: ReadonlyArray<string>
  /** The same for a 304: without those that describe a body. */
  readonly headersUnchanged: ReadonlyArray<string>
}

/** The longest body that is kept as text, bytes. */
const longestText = 16_384

/**
 * A short body as text, a character for each byte: it goes out in one piece with the headers. A long one as bytes: a text
 * is copied for every connection that it is written to, and a client that does not read holds its copy.
 */
export const keptBody = (body: Uint8Array): string | Buffer => {
  const bytes = Buffer.from(body)
  return bytes.byteLength > longestText ? bytes : bytes.toString("latin1")
}

/** Answers by what was asked, each good for as long as the data it was made of stands. */
export interface ResponseCache {
  readonly mark: (made: Made, moment: Moment) => Mark
  /** The answer, if it would be the same at this moment. */
  readonly find: (key: string, made: Made, moment: Moment) => Kept | undefined
  readonly keep: (key: string, kept: Kept) => void
}

/** What an entry takes besides its body: the key, headers, a place in the map. Bytes, roughly. */
const overhead = 1_024

/** An entry with a note of whether it was asked for since the last time that room was made. */
interface Entry {
  readonly kept: Kept
  asked: boolean
}

/**
 * Holds up to `bytes`. What nobody asked for since the last time goes first: nearly the oldest use, and a hit costs
 * one flag instead of a move to the end of a list.
 */
export const responseCache = (versions: Context.Tag.Service<DataVersions>, bytes: number): ResponseCache => {
  const entries = new Map<string, Entry>()
  let held = 0
  const sizeOf = (key: string, kept: Kept) => kept.body.length + key.length + overhead
  const drop = (key: string, { kept }: Entry) => {
    entries.delete(key)
    held -= sizeOf(key, kept)
  }
  const stands = ({ mark }: Kept, made: Made, moment: Moment) => {
    for (let index = 0; index < made.of.length; index++) {
      if (versions.known(made.of[index]!) !== mark.versions[index]) return false
    }
    if (made.today === "anywhere" && mark.quarter !== moment.quarter) return false
    return made.today === false || mark.today === moment.today
  }
  const makeRoom = () => {
    for (const [key, entry] of entries) {
      if (held <= bytes) return
      if (entry.asked) {
        entries.delete(key)
        entries.set(key, { kept: entry.kept, asked: false })
      } else drop(key, entry)
    }
  }
  return {
    mark: (made, { quarter, today }) => ({ versions: made.of.map((domain) => versions.known(domain)), today, quarter }),
    find: (key, made, moment) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (!stands(entry.kept, made, moment)) {
        drop(key, entry)
        return undefined
      }
      entry.asked = true
      return entry.kept
    },
    keep: (key, kept) => {
      const former = entries.get(key)
      if (former !== undefined) drop(key, former)
      if (sizeOf(key, kept) > bytes) return
      entries.set(key, { kept, asked: false })
      held += sizeOf(key, kept)
      makeRoom()
    }
  }
}
