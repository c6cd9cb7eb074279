import { Effect, type Scope } from "effect"

/** An event as a reader of the wire sees it. */
export interface WireEvent {
  readonly event: string
  readonly id: string | null
  readonly data: unknown
}

/** A stream that is being read. */
export interface Reading {
  readonly status: number
  readonly headers: Headers
  readonly events: ReadonlyArray<WireEvent>
  /** All text so far. */
  readonly text: () => string
  readonly hasEnded: () => boolean
  readonly stop: () => void
}

/** Reads one block of lines by the rules of the HTML standard, without a library. */
const eventIn = (block: string): ReadonlyArray<WireEvent> => {
  const lines = block.split("\n").filter((line) => !line.startsWith(":"))
  const valueOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .replace(/^ /, "") ?? null
  const data = valueOf("data")
  return data === null ? [] : [{ event: valueOf("event") ?? "message", id: valueOf("id"), data: JSON.parse(data) }]
}

/** Opens a stream and reads it until the scope closes. */
export const read = (
  url: string,
  headers: Readonly<Record<string, string>>
): Effect.Effect<Reading, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const abort = new AbortController()
      const response = await fetch(url, { headers, signal: abort.signal })
      const events: Array<WireEvent> = []
      let [text, done, rest] = ["", false, ""]
      const pump = async () => {
        const decoder = new TextDecoder()
        for await (const chunk of response.body ?? []) {
          const part = decoder.decode(chunk as Uint8Array, { stream: true })
          text += part
          const blocks = (rest + part).split("\n\n")
          rest = blocks.pop() ?? ""
          events.push(...blocks.flatMap(eventIn))
        }
      }
      void pump()
        .catch(() => undefined)
        .then(() => {
          done = true
        })
      return {
        status: response.status,
        headers: response.headers,
        events,
        text: () => text,
        hasEnded: () => done,
        stop: () => abort.abort()
      }
    }),
    ({ stop }) => Effect.sync(stop)
  )

/** Waits until a condition holds; fails the test after some seconds. */
export const until = (what: string, holds: () => boolean, seconds = 5) =>
  Effect.promise(async () => {
    const end = performance.now() + seconds * 1_000
    while (!holds()) {
      if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
