import { Effect } from "effect"

/** 21 November 2026, midnight in Los Angeles: the small life is three years old. */
export const birthday = Date.parse("2026-11-21T08:00:00Z")

export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
}

/** A GET over a real socket; interrupting the fiber aborts it. */
export const get = (url: string, headers: Record<string, string> = {}): Effect.Effect<Got> =>
  Effect.promise(async (signal) => {
    const response = await fetch(url, { headers, signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  })

/** The body of a GET, which must be JSON of the wanted shape. */
export const getJson = <A>(url: string): Effect.Effect<A> => Effect.map(get(url), ({ text }) => JSON.parse(text) as A)
