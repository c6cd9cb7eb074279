import { Either, Encoding } from "effect"
import { BadInput } from "../shared/errors.js"

/** A place in the feed: the item after which to go on. */
export interface Position {
  /** Epoch milliseconds. */
  readonly occurredAt: number
  readonly id: number
}

const form = /^1:(-?\d{1,15}):(\d{1,10})$/
const largestId = 2_147_483_647

/** Opaque to clients: what is in it may change. */
export const writeCursor = ({ id, occurredAt }: Position): string => Encoding.encodeBase64Url(`1:${occurredAt}:${id}`)

export const readCursor = (text: string): Either.Either<Position, BadInput> => {
  const [, occurredAt, id] = form.exec(Either.getOrElse(Encoding.decodeBase64UrlString(text), () => "")) ?? []
  return occurredAt === undefined || Number(id) > largestId
    ? Either.left(new BadInput({ message: "cursor is not one that this feed gave: leave it out to begin anew" }))
    : Either.right({ occurredAt: Number(occurredAt), id: Number(id) })
}
