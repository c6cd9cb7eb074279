import { createHmac, timingSafeEqual } from "node:crypto"

/** Where a list continues: after so many rows, or at a cursor of the API, skipping so many rows. */
export interface Place {
  readonly skip: number
  readonly after?: string | undefined
}

export const listStart: Place = { skip: 0 }

/** Names, in one order, so that equal arguments have equal text. */
const textOf = (args: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(args)
      .filter(([name, value]) => name !== "cursor" && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )

/** Signs and reads cursors: a cursor is good for the tool and arguments that it was made for, and for no others. */
export interface Cursors {
  readonly write: (tool: string, args: Readonly<Record<string, unknown>>, place: Place) => string
  /** Undefined if the cursor belongs to another call, or is none. */
  readonly read: (tool: string, args: Readonly<Record<string, unknown>>, cursor: string) => Place | undefined
}

const signatureBytes = 12

/** `secret` must be the same on all hosts that serve a connection. */
export const cursors = (secret: string): Cursors => {
  const signatureOf = (tool: string, args: Readonly<Record<string, unknown>>, place: string) =>
    createHmac("sha256", secret)
      .update(`${tool}\n${textOf(args)}\n${place}`)
      .digest()
      .subarray(0, signatureBytes)
  return {
    write: (tool, args, { after, skip }) => {
      const place = JSON.stringify(after === undefined ? [skip] : [skip, after])
      const signed = Buffer.concat([signatureOf(tool, args, place), Buffer.from(place)])
      return signed.toString("base64url")
    },
    read: (tool, args, cursor) => {
      const bytes = Buffer.from(cursor, "base64url")
      const signature = bytes.subarray(0, signatureBytes)
      const place = bytes.subarray(signatureBytes).toString()
      if (signature.length < signatureBytes || !timingSafeEqual(signature, signatureOf(tool, args, place)))
        return undefined
      const [skip, after] = JSON.parse(place) as [number, string?]
      return { skip, after }
    }
  }
}
