import { Encoding, Either, Option } from "effect"

/** A position in the log, as clients hold it. */
export interface ChangeCursor {
  /** Identifies a history. A restore or a move of the home time zone begins another one. */
  readonly epoch: string
  readonly seq: number
  /**
   * The end of the log when a reader began at the beginning; absent once it has reached the end. Such a reader has
   * never seen what was deleted before, so it does not miss a purged deletion.
   */
  readonly begunAt?: number
}

const version = "1"

/** The text of a cursor: opaque to clients. */
export const encodeCursor = ({ begunAt, epoch, seq }: ChangeCursor): string =>
  Encoding.encodeBase64Url(["ch", version, epoch, seq, ...(begunAt === undefined ? [] : [begunAt])].join(":"))

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** The cursor of a text; none if Daybook did not make it. */
export const decodeCursor = (text: string): Option.Option<ChangeCursor> => {
  const decoded = Either.getOrUndefined(Encoding.decodeBase64UrlString(text))
  const [mark, of, epoch = "", seqText, begunText, ...rest] = decoded?.split(":") ?? []
  const seq = numberOf(seqText)
  const begunAt = numberOf(begunText)
  if (mark !== "ch" || of !== version || !/^[\da-f]+$/.test(epoch) || seq === undefined || rest.length > 0)
    return Option.none()
  if (begunText === undefined) return Option.some({ epoch, seq })
  return begunAt === undefined ? Option.none() : Option.some({ epoch, seq, begunAt })
}

/** No history has this name: theirs are longer. */
const unknownHistory: ChangeCursor = { epoch: "0", seq: 0 }

/** The text, or for one that is no cursor a cursor of an unknown history: who resumes there begins again. */
export const resumable = (text: string): string =>
  Option.isSome(decodeCursor(text)) ? text : encodeCursor(unknownHistory)
